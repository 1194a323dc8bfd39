/** A disk that fails in the last write of a commit, after which LMDB refuses all work, and is well again. */
import type { StoreFile } from './store-file.js';

/**
 * @param refused so many further commits are tried while the file cannot be opened again
 * @returns what is wrong; undefined if nothing is, and the commit was done
 */
export async function commitWhileRootFails(
  file: StoreFile,
  commit: () => Promise<void>,
  refused: number,
): Promise<string | undefined> {
  const isTaken = async () => {
    try {
      await commit();
      return true;
    } catch {
      return false;
    }
  };
  return quietly(async () => {
    // It has its room when the file goes away.
    const first = isTaken();
    const isAnyTaken = async () => {
      let wasTaken = await first;
      for (let left = refused; left > 0; left--) wasTaken = (await isTaken()) || wasTaken;
      return wasTaken;
    };
    const wasTaken = await (refused === 0 ? first : file.withoutRoom(isAnyTaken));
    // LMDB may not have met the failure yet, if the commits before had no room.
    const isWell = (await isTaken()) || (await isTaken());
    if (!isWell) return 'the disk is well again, and no commit is taken';
    return wasTaken ? 'a commit was taken whose root page was not written' : undefined;
  });
}

/** The library writes each failure of a commit to the console. */
async function quietly<Result>(act: () => Promise<Result>): Promise<Result> {
  const { error } = console;
  console.error = () => {};
  try {
    return await act();
  } finally {
    console.error = error;
  }
}
