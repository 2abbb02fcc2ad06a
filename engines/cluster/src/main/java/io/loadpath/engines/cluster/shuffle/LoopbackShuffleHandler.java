package io.loadpath.engines.cluster.shuffle;

import io.loadpath.engines.cluster.web.LoopbackHost;
import io.loadpath.engines.service.LoopbackPort;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import java.lang.reflect.Field;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.ShuffleHandler;

/**
 * Hadoop's shuffle service on the daemon's address alone. Hadoop has no setting for it, and would
 * listen on all. So this class replaces the address in the request to listen.
 */
public final class LoopbackShuffleHandler extends ShuffleHandler {

  @Override
  protected void serviceInit(Configuration conf) throws Exception {
    super.serviceInit(conf);
    Field group = ShuffleHandler.class.getDeclaredField("bossGroup");
    group.setAccessible(true);
    ((EventLoopGroup) group.get(this)).shutdownGracefully();
    group.set(this, new LoopbackGroup());
  }

  private static final class LoopbackGroup extends NioEventLoopGroup {
    LoopbackGroup() {
      super(1);
    }

    @Override
    public ChannelFuture register(Channel channel) {
      channel.pipeline().addLast(new LoopbackBind());
      return super.register(channel);
    }
  }

  private static final class LoopbackBind extends ChannelOutboundHandlerAdapter {
    @Override
    public void bind(ChannelHandlerContext context, SocketAddress address, ChannelPromise promise) {
      int port = ((InetSocketAddress) address).getPort();
      context.bind(
          new InetSocketAddress(System.getProperty(LoopbackHost.ADDRESS, LoopbackPort.HOST), port),
          promise);
    }
  }
}
