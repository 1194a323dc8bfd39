/** The tasks of the thread that hashes passwords, and its answers. */
import type { Argon2Options } from './argon2.js';

/** `low`: all other threads go first. */
export type ThreadPriority = 'low' | 'ordinary';

export type HashingTask =
  | { readonly password: string; readonly options: Argon2Options }
  /** To be compared with a hash. */
  | { readonly password: string; readonly hash: string };

export type HashingAnswer =
  | { readonly is: 'done'; readonly result: string | boolean }
  | { readonly is: 'failed'; readonly why: string };
