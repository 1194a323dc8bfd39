import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { ConnectionGuard } from '../../../src/http/uws/connection-guard.js';
import { LoadWatch } from '../../../src/node/machine/load-watch.js';
import type { DiskSpace, Machine } from '../../../src/node/machine/machine-readings.js';
import { LoadShedder } from '../../../src/overload/load-shedder.js';

const MIB = 1_048_576;

class Watched {
  readonly world = new VirtualWorld();
  readonly shedder = new LoadShedder({ targetMs: 500, mailWaitMs: () => this.mailWaitMs });
  readonly connections = new ConnectionGuard(10);
  readonly logged: string[] = [];
  readonly watch: LoadWatch;
  mailWaitMs = 0;
  heapShare = 0.1;
  disk: DiskSpace | undefined = { freeBytes: 1_000 * MIB, totalBytes: 10_000 * MIB };
  descriptorsLeft = 100;
  isMemoryShort = false;
  isListening = true;
  mayListen = true;
  whyNoUnixSocket: Error | undefined;

  constructor() {
    const machine: Machine = {
      memory: () => [
        { usedBytes: this.heapShare * 1_000, boundBytes: 1_000 },
        { usedBytes: 1, boundBytes: undefined },
      ],
      diskSpace: async () => this.disk,
      takeDescriptor: () => {
        if (this.descriptorsLeft <= 0) return undefined;
        this.descriptorsLeft -= 1;
        return () => {
          this.descriptorsLeft += 1;
        };
      },
      loopBusyShare: () => 0,
      descriptorsMax: 100,
    };
    const note = (fields: { overload?: string }, message: string) =>
      this.logged.push(`${fields.overload ?? ''} ${message === 'over' ? 'over' : 'begins'}`);
    this.watch = new LoadWatch({
      world: this.world,
      shedder: this.shedder,
      machine,
      diskReserveBytes: 64 * MIB,
      connections: this.connections,
      listeners: {
        stopListening: () => {
          this.isListening = false;
        },
        listenAgain: () => {
          if (!this.mayListen) throw new Error('the port is taken');
          this.isListening = true;
          return this.whyNoUnixSocket;
        },
      },
      onMemory: (isShort) => {
        this.isMemoryShort = isShort;
      },
      log: { warn: note, error: note } as never,
    });
  }
}

describe('a watch of the load', () => {
  it('has a queue that stands shed, and says once that it does and once that it is over', async () => {
    const watched = new Watched();
    await watched.world.advance(1_000);
    watched.mailWaitMs = 600;
    await watched.world.advance(3_000);
    expect(watched.shedder.shedsFor).toEqual(['queue']);
    watched.mailWaitMs = 0;
    await watched.world.advance(3_000);
    expect(watched.shedder.shedsFor).toEqual([]);
    expect(watched.logged).toEqual(['queue begins', 'queue over']);
  });

  it('has memory that stays near its bound shed, and actors leave early meanwhile', async () => {
    const watched = new Watched();
    watched.heapShare = 0.9;
    await watched.world.advance(5_000);
    expect(watched.isMemoryShort).toBe(false);
    await watched.world.advance(6_000);
    expect([watched.isMemoryShort, watched.shedder.shedsFor]).toEqual([true, ['memory']]);
    watched.heapShare = 0.5;
    await watched.world.advance(1_000);
    expect([watched.isMemoryShort, watched.shedder.shedsFor]).toEqual([false, []]);
    expect(watched.logged).toEqual(['memory begins', 'memory over']);
  });

  it('keeps a reserve of the disk free, at most a fiftieth of it, and none of a disk that tells nothing', async () => {
    const watched = new Watched();
    watched.disk = { freeBytes: 63 * MIB, totalBytes: 10_000 * MIB };
    await watched.world.advance(3_000);
    expect(watched.shedder.shedsFor).toEqual(['disk_space']);
    watched.disk = { freeBytes: 1 * MIB, totalBytes: 24 * MIB };
    await watched.world.advance(3_000);
    expect(watched.shedder.shedsFor).toEqual([]);
    watched.disk = { freeBytes: 0, totalBytes: 24 * MIB };
    await watched.world.advance(3_000);
    expect(watched.shedder.shedsFor).toEqual(['disk_space']);
    watched.disk = undefined;
    await watched.world.advance(3_000);
    expect(watched.shedder.shedsFor).toEqual([]);
  });

  it('shuts the door while there is no descriptor left, and opens it again', async () => {
    const watched = new Watched();
    await watched.world.advance(1_000);
    expect(watched.connections.max).toBe(10);
    const taken = watched.descriptorsLeft;
    watched.descriptorsLeft = 0;
    await watched.world.advance(2_000);
    expect([watched.connections.max, watched.watch.areDescriptorsExhausted]).toEqual([0, true]);
    expect([watched.isListening, watched.watch.isListening]).toEqual([true, true]);
    watched.descriptorsLeft += taken;
    await watched.world.advance(2_000);
    expect([watched.connections.max, watched.watch.areDescriptorsExhausted]).toEqual([10, false]);
    expect(watched.logged).toEqual(['descriptors begins', 'descriptors over']);
  });

  it('listens nowhere while letting the spare descriptors go does not help, and again when it may', async () => {
    const watched = new Watched();
    await watched.world.advance(1_000);
    watched.descriptorsLeft = -50;
    await watched.world.advance(2_000);
    expect([watched.isListening, watched.watch.isListening]).toEqual([false, false]);
    watched.mayListen = false;
    watched.descriptorsLeft = 84;
    await watched.world.advance(3_000);
    expect([watched.isListening, watched.watch.isListening]).toEqual([false, false]);
    watched.mayListen = true;
    await watched.world.advance(1_000);
    expect([watched.isListening, watched.watch.isListening, watched.connections.max]).toEqual([
      true,
      true,
      10,
    ]);
    expect(watched.logged).toEqual([
      'descriptors begins',
      'listening begins',
      'descriptors over',
      'listen_again begins',
      'listen_again over',
      'listening over',
    ]);
  });

  it('listens on its ports although it cannot on the Unix socket, and tries that again', async () => {
    const watched = new Watched();
    await watched.world.advance(1_000);
    watched.descriptorsLeft = -50;
    await watched.world.advance(2_000);
    watched.whyNoUnixSocket = new Error("the path is somebody else's by now");
    watched.descriptorsLeft = 84;
    await watched.world.advance(3_000);
    expect([watched.isListening, watched.watch.isListening]).toEqual([true, true]);
    expect(watched.logged.at(-1)).toBe('listening over');
    expect(watched.logged).toContain('unix_socket begins');
    watched.whyNoUnixSocket = undefined;
    await watched.world.advance(1_000);
    expect(watched.logged.at(-1)).toBe('unix_socket over');
  });

  it('leaves no timer and no descriptor behind', async () => {
    const watched = new Watched();
    await watched.world.advance(2_000);
    watched.watch.stop();
    await watched.world.advance(2_000);
    expect([watched.world.armedTimers, watched.descriptorsLeft]).toEqual([0, 100]);
  });
});
