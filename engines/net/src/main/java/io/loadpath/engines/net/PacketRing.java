package io.loadpath.engines.net;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;

/**
 * A packet socket on one device, with the frames that arrived in a ring that the kernel fills (see
 * packet(7), and packet_mmap in the kernel's documentation). A full ring loses frames. Each frame
 * has the time of its arrival, so a late reader does not change a delay.
 */
final class PacketRing {
  private static final int AF_PACKET = 17;
  private static final int SOCK_RAW = 3;
  private static final short ALL_PROTOCOLS = 0x0300; // ETH_P_ALL in network order
  private static final int ADDRESS_BYTES = 20;

  private static final int SOL_PACKET = 263;
  private static final int PACKET_RX_RING = 5;
  private static final int PACKET_VERSION = 10;
  private static final int PACKET_VNET_HDR = 15;
  private static final int PACKET_IGNORE_OUTGOING = 23;
  private static final int TPACKET_V2 = 1;

  private static final int READ_AND_WRITE = 3;
  private static final int MAP_SHARED = 1;
  private static final short POLLIN = 1;
  private static final int POLL_EVENTS = 4;
  private static final int POLL_RESULT = 6;
  private static final int POLL_BYTES = 8;

  /** What a direction of a link keeps on the way, in bytes. */
  static final int RING_BYTES = 16 << 20;

  private static final int BLOCK_BYTES = 128 << 10;

  // the header of a slot
  private static final int LENGTH = 4;
  private static final int KEPT_LENGTH = 8;
  private static final int FRAME_OFFSET = 12;
  private static final int SECONDS = 16;
  private static final int NANOS = 20;
  private static final int OF_KERNEL = 0;

  /** Says how to cut a large frame, and where its checksum belongs; it is before the frame. */
  private static final int OFFLOAD_HEADER_BYTES = 10;

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final VarHandle STATUS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private final int socket;
  private final int slotBytes;
  private final long address;
  private final ByteBuffer ring;
  private final ByteBuffer polled =
      ByteBuffer.allocateDirect(POLL_BYTES).order(ByteOrder.nativeOrder());
  private int slot;

  /** Opens a device; a frame in the ring has at most {@code slotBytes} less its header. */
  PacketRing(String device, int slotBytes) {
    this.slotBytes = slotBytes;
    socket = Libc.socket(AF_PACKET, SOCK_RAW, 0);
    set(PACKET_VERSION, TPACKET_V2);
    set(PACKET_VNET_HDR, 1);
    set(PACKET_IGNORE_OUTGOING, 1);
    set(PACKET_RX_RING, BLOCK_BYTES, RING_BYTES / BLOCK_BYTES, slotBytes, RING_BYTES / slotBytes);
    Pointer memory = Libc.mmap(0, RING_BYTES, READ_AND_WRITE, MAP_SHARED, socket, 0);
    address = Pointer.nativeValue(memory);
    ring = memory.getByteBuffer(0, RING_BYTES).order(ByteOrder.nativeOrder());
    ByteBuffer bound = ByteBuffer.allocate(ADDRESS_BYTES).order(ByteOrder.nativeOrder());
    bound.putShort((short) AF_PACKET).putShort(ALL_PROTOCOLS).putInt(Libc.if_nametoindex(device));
    Libc.bind(socket, bound.array(), ADDRESS_BYTES);
    polled.putInt(0, socket).putShort(POLL_EVENTS, POLLIN);
  }

  private void set(int option, int... values) {
    Libc.setsockopt(socket, SOL_PACKET, option, values, values.length * Integer.BYTES);
  }

  /**
   * Waits until a frame has arrived.
   *
   * @return the time of its arrival, in nanoseconds from 1970
   * @throws IOException if the device is gone
   */
  long await() throws IOException {
    while ((int) STATUS.getAcquire(ring, slot * slotBytes) == OF_KERNEL) {
      Libc.poll(polled, 1, -1);
      if ((polled.getShort(POLL_RESULT) & ~POLLIN) != 0) {
        throw new IOException("the device is gone");
      }
    }
    return header(SECONDS) * NANOS_PER_SECOND + header(NANOS);
  }

  /** Sends the frame that arrived first through another socket. */
  void sendBy(PacketRing other) {
    long length = header(KEPT_LENGTH);
    if (length == header(LENGTH)) { // otherwise it does not fit into its slot
      int frame = Short.toUnsignedInt(ring.getShort(slot * slotBytes + FRAME_OFFSET));
      Libc.write(
          other.socket,
          address + slot * slotBytes + frame - OFFLOAD_HEADER_BYTES,
          length + OFFLOAD_HEADER_BYTES);
    }
  }

  /** Drops the frame that arrived first. */
  void release() {
    STATUS.setRelease(ring, slot * slotBytes, OF_KERNEL);
    slot = (slot + 1) % (RING_BYTES / slotBytes);
  }

  private long header(int offset) {
    return Integer.toUnsignedLong(ring.getInt(slot * slotBytes + offset));
  }

  /** Returns the time on the clock of arrivals. */
  static long now() {
    Instant now = Instant.now();
    return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
  }
}
