package io.loadpath.engines.net;

import com.sun.jna.LastErrorException;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;

/** Functions of the C library; addresses are 64 bits wide. */
final class Libc {
  static {
    Native.register("c");
  }

  private Libc() {}

  static native int socket(int domain, int type, int protocol) throws LastErrorException;

  static native int bind(int socket, byte[] address, int length) throws LastErrorException;

  static native int setsockopt(int socket, int level, int option, int[] value, int length)
      throws LastErrorException;

  static native int if_nametoindex(String name) throws LastErrorException;

  static native Pointer mmap(
      long address, long length, int access, int flags, int file, long offset)
      throws LastErrorException;

  static native int poll(ByteBuffer files, long count, int timeoutMillis);

  static native int prctl(int option, long value, long unused, long unused2, long unused3);

  static native long write(int file, long address, long length);
}
