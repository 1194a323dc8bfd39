/**
 * SIGHUP: read the configuration again.
 *
 * The signal ends a process that does not listen for it. So it is listened for before the node starts, and
 * one that comes meanwhile is answered when the node has started: several of them once.
 *
 * It is also what a process gets whose terminal is closed. That one stops: nobody is there any more who could
 * stop it.
 */
import { hasLostTerminal } from './terminal.js';

export interface ReloadSignal {
  /** Called once for what came so far, if anything did, and for each signal from now on. */
  handle(reload: () => void): void;
}

export function onReloadSignal(): ReloadSignal {
  let isWanted = false;
  let act = () => {
    isWanted = true;
  };
  process.on('SIGHUP', () => {
    if (hasLostTerminal()) process.kill(process.pid, 'SIGTERM');
    else act();
  });
  return {
    handle(reload) {
      act = reload;
      if (isWanted) reload();
    },
  };
}
