package io.loadpath.engines.cluster.web;

import io.loadpath.engines.service.LoopbackPort;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.util.Map;
import java.util.regex.Pattern;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.FilterConfig;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.http.FilterContainer;
import org.apache.hadoop.http.FilterInitializer;

/**
 * Refuses a request whose Host header names another machine. Otherwise a web page could have its
 * own name resolved to 127.0.0.1, and the browser would treat the daemons as its site (DNS
 * rebinding).
 *
 * <p>The port is not compared: a tunnel has another one, and a web page cannot choose the name.
 */
public final class LoopbackHost extends FilterInitializer {
  /** The system property of a daemon with the IP address that it listens on. */
  public static final String ADDRESS = "loadpath.address";

  private static final String OWN_ADDRESS = System.getProperty(ADDRESS, LoopbackPort.HOST);
  private static final Pattern OWN =
      Pattern.compile(
          "(%s|localhost)(:\\d+)?".formatted(Pattern.quote(OWN_ADDRESS)), Pattern.CASE_INSENSITIVE);
  private static final String REASON = "use the address " + OWN_ADDRESS + " or localhost";

  static boolean isOwn(String host) {
    return host != null && OWN.matcher(host).matches();
  }

  @Override
  public void initFilter(FilterContainer container, Configuration conf) {
    container.addGlobalFilter("loopback-host", OfServlets.class.getName(), Map.of());
  }

  /** For the pages of all daemons. */
  public static final class OfServlets implements Filter {
    @Override
    public void init(FilterConfig config) {}

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
        throws IOException, ServletException {
      if (isOwn(((HttpServletRequest) request).getHeader("Host"))) {
        chain.doFilter(request, response);
      } else {
        ((HttpServletResponse) response).sendError(HttpServletResponse.SC_FORBIDDEN, REASON);
      }
    }

    @Override
    public void destroy() {}
  }

  /** For a DataNode, which serves WebHDFS without servlets. */
  @Sharable
  public static final class OfDataNode extends ChannelInboundHandlerAdapter {
    /** Called by Hadoop through reflection, as {@link #initializeState} is. */
    public OfDataNode(Configuration conf) {}

    public static Configuration initializeState(Configuration conf) {
      return conf;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof HttpRequest request && !isOwn(request.headers().get("Host"))) {
        ReferenceCountUtil.release(message);
        context
            .writeAndFlush(
                new DefaultFullHttpResponse(
                    request.protocolVersion(), HttpResponseStatus.FORBIDDEN))
            .addListener(ChannelFutureListener.CLOSE);
      } else {
        context.fireChannelRead(message);
      }
    }
  }
}
