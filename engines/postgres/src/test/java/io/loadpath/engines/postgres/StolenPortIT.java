package io.loadpath.engines.postgres;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadpath.engines.service.LoopbackPort;
import io.loadpath.engines.service.Program;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.sql.DriverManager;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a program gets that asks for passwords on the port of a server that has ended. */
@ExtendWith(SharedServer.class)
class StolenPortIT {
  private final TestServer test = SharedServer.test();
  private ConnectionInfo before;
  private String password;
  private PortThief thief;

  @BeforeEach
  void steal() throws IOException {
    test.server.start();
    before = test.server.connection();
    password = Files.readString(before.passwordFile());
    test.server.stop();
    thief = new PortThief(before.port());
  }

  @AfterEach
  void closePort() throws IOException {
    thief.close();
  }

  private void connect(String url) {
    assertThatThrownBy(() -> DriverManager.getConnection(url, before.user(), password));
  }

  @Test
  void aDriverGivesThePasswordButNotToOurUrls() throws Exception {
    connect(before.jdbcUrl().replaceFirst("[?].*", ""));
    assertThat(thief.stolen()).as("the thief can steal").isEqualTo(password);
    for (String url : new String[] {before.jdbcUrl(), before.jdbcUrl("other")}) {
      connect(url);
      assertThat(thief.stolen()).isEmpty();
    }
  }

  @Test
  void ourOwnClientGivesNone() throws Exception {
    Program inStaleShell =
        Program.in(test.state, "engines/bin/postgres", "sql", "-c", "SELECT 1")
            .set(before.environment())
            .set("PGPASSWORD", password)
            .set("LOADPATH_STATE", test.state);

    assertThat(inStaleShell.run().err()).contains("PGREQUIREAUTH");
    assertThat(thief.stolen()).isEmpty();
  }

  /**
   * Another user's program on a port that was PostgreSQL's. It asks each client for the password in
   * clear, and then lets it go.
   */
  private static final class PortThief implements AutoCloseable {
    private static final int SSL_REQUEST = 80877103;
    private static final int GSS_REQUEST = 80877104;

    private final ServerSocket socket;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    PortThief(int port) throws IOException {
      socket = new ServerSocket(port, 1, InetAddress.getByName(LoopbackPort.HOST));
      Thread thread = new Thread(this::serve, "port thief");
      thread.setDaemon(true);
      thread.start();
    }

    /** Returns the next client's password, or "" if it gave none. */
    String stolen() throws InterruptedException {
      String answer = answers.poll(60, TimeUnit.SECONDS);
      if (answer == null) {
        throw new AssertionError("no client came");
      }
      return answer;
    }

    private void serve() {
      while (!socket.isClosed()) {
        try (Socket client = socket.accept()) {
          answers.add(ask(client));
        } catch (IOException e) {
          answers.add(""); // the client hung up, or the test is over
        }
      }
    }

    private static String ask(Socket client) throws IOException {
      DataInputStream in = new DataInputStream(client.getInputStream());
      DataOutputStream out = new DataOutputStream(client.getOutputStream());
      while (isRequest(in)) {
        out.writeByte('N');
      }
      out.writeByte('R');
      out.writeInt(8);
      out.writeInt(3); // AuthenticationCleartextPassword
      if (in.read() != 'p') {
        return "";
      }
      byte[] password = new byte[in.readInt() - 5];
      in.readFully(password);
      return new String(password, UTF_8);
    }

    /** Reads a start message; true if it only asks for encryption. */
    private static boolean isRequest(DataInputStream in) throws IOException {
      int length = in.readInt();
      int code = in.readInt();
      in.readFully(new byte[length - 8]);
      return code == SSL_REQUEST || code == GSS_REQUEST;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
