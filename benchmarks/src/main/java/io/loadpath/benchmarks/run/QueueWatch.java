package io.loadpath.benchmarks.run;

import io.loadpath.engines.service.ServiceException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends a step whose application gets no container: its client would wait for as long as the queue
 * gives none.
 */
final class QueueWatch implements StepWatch {
  private static final String RUNNING = "RUNNING";

  private final ClusterClient client;
  private final String tag;
  private final Duration limit;
  private final Duration pause;
  private final Runnable endStep;
  private final CountDownLatch stepEnded = new CountDownLatch(1);
  private volatile String complaint;

  /**
   * Begins to watch.
   *
   * @param limit the time after which an application without a container is given up
   * @param endStep ends the step
   */
  QueueWatch(ClusterClient client, String tag, Duration limit, Duration pause, Runnable endStep) {
    this.client = client;
    this.tag = tag;
    this.limit = limit;
    this.pause = pause;
    this.endStep = endStep;
    Thread thread = new Thread(this::watch, "watch over the queue");
    thread.setDaemon(true);
    thread.start();
  }

  private void watch() {
    Map<String, Long> waitingSince = new HashMap<>();
    try {
      while (complaint == null) {
        if (stepEnded.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
          return;
        }
        check(waitingSince);
      }
    } catch (InterruptedException | ServiceException e) {
      return; // the step's own client will say that the cluster is gone
    }
    synchronized (this) { // what ends this step must not meet the next one
      if (stepEnded.getCount() > 0) {
        endStep.run();
      }
    }
  }

  private void check(Map<String, Long> waitingSince) {
    List<String> answer = client.ask("applications", tag);
    Map<String, Long> still = new HashMap<>();
    for (String application : answer.subList(1, answer.size())) {
      String[] words = application.split(" ");
      if (words[1].equals(RUNNING)) {
        continue;
      }
      long since = waitingSince.getOrDefault(words[0], System.nanoTime());
      still.put(words[0], since);
      if (System.nanoTime() - since >= limit.toNanos()) {
        complaint =
            "%s waits for its first container in the queue '%s' for %d s: %s; give it to another queue, wait for the queue, or raise --queue-limit"
                .formatted(words[0], words[2], limit.toSeconds(), limits(words[2], words[0]));
      }
    }
    waitingSince.clear();
    waitingSince.putAll(still);
  }

  private String limits(String queue, String application) {
    try {
      return client.ask("limits", queue, application).get(0);
    } catch (ServiceException e) {
      return "its limits are not known (%s)".formatted(e.getMessage());
    }
  }

  @Override
  public Optional<String> complaint() {
    return Optional.ofNullable(complaint);
  }

  @Override
  public synchronized void close() {
    stepEnded.countDown();
  }
}
