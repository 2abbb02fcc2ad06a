package io.loadpath.benchmarks.run;

import io.loadpath.engines.service.ServiceException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Ends a step whose application, or whose application's tasks, get no container: the client would
 * wait for as long as the queue gives none.
 */
final class QueueWatch implements StepWatch {
  private static final String RUNNING = "RUNNING";

  // the words of an application
  private static final int ID = 0;
  private static final int STATE = 1;
  private static final int QUEUE = 2;
  private static final int WAITING = 4;

  /** What {@link #WAITING} is where the cluster does not tell it. */
  private static final String NOT_TOLD = "?";

  private final ClusterClient client;
  private final String tag;
  private final Duration limit;
  private final Duration pause;
  private final Runnable endStep;
  private final Consumer<String> log;
  private final CountDownLatch stepEnded = new CountDownLatch(1);
  private volatile String complaint;
  private boolean toldThatItIsBlind;
  private boolean toldThatTasksAreOutOfSight;

  /**
   * Begins to watch.
   *
   * @param limit the time after which an application without a container is given up
   * @param endStep ends the step
   * @param log is told if the cluster does not say which applications there are
   */
  QueueWatch(
      ClusterClient client,
      String tag,
      Duration limit,
      Duration pause,
      Runnable endStep,
      Consumer<String> log) {
    this.client = client;
    this.tag = tag;
    this.limit = limit;
    this.pause = pause;
    this.endStep = endStep;
    this.log = log;
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
        look(waitingSince);
      }
    } catch (InterruptedException e) {
      return;
    }
    synchronized (this) { // what ends this step must not meet the next one
      if (stepEnded.getCount() > 0) {
        endStep.run();
      }
    }
  }

  /** A cluster that does not answer now may answer later; the step goes on. */
  private void look(Map<String, Long> waitingSince) {
    try {
      check(waitingSince);
    } catch (ServiceException e) {
      if (!toldThatItIsBlind && stepEnded.getCount() > 0) {
        toldThatItIsBlind = true;
        log.accept(
            "the cluster does not say which jobs wait for a container, so --queue-limit may end none: "
                + e.getMessage());
      }
    }
  }

  private void check(Map<String, Long> waitingSince) {
    List<String> answer = client.ask("applications", tag);
    Map<String, Long> still = new HashMap<>();
    for (String application : answer.subList(1, answer.size())) {
      String[] words = application.split(" ");
      boolean runs = words[STATE].equals(RUNNING);
      if (runs && !tasksWait(words)) {
        continue;
      }
      String wait = words[ID] + (runs ? " for tasks" : ""); // each has the whole limit
      long since = waitingSince.getOrDefault(wait, System.nanoTime());
      still.put(wait, since);
      if (System.nanoTime() - since >= limit.toNanos()) {
        complaint =
            "%s waits for %s in the queue '%s' for %d s: %s; give it to another queue, wait for the queue, or raise --queue-limit"
                .formatted(
                    words[ID],
                    runs ? "a container for its tasks" : "its first container",
                    words[QUEUE],
                    limit.toSeconds(),
                    limits(words[QUEUE], words[ID]));
      }
    }
    waitingSince.clear();
    waitingSince.putAll(still);
  }

  private boolean tasksWait(String[] application) {
    if (!application[WAITING].equals(NOT_TOLD)) {
      return Long.parseLong(application[WAITING]) > 0;
    }
    if (!toldThatTasksAreOutOfSight && stepEnded.getCount() > 0) {
      toldThatTasksAreOutOfSight = true;
      log.accept(
          "the ResourceManager's page cannot be read, so --queue-limit ends no job whose tasks wait for a container");
    }
    return false;
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
