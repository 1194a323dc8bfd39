/** The tasks of the thread that reads clips, and its messages. */
import type { Clip } from './read-clip.js';

/** A part of a file that is known. */
export interface ClipPart {
  readonly from: number;
  readonly bytes: Uint8Array;
}

export type ClipTask =
  | { readonly size: number; readonly parts: readonly ClipPart[] }
  /** A file that is all there. */
  | { readonly size: number; readonly path: string };

export type ClipAnswer =
  | { readonly is: 'clip'; readonly clip: Clip }
  /** These bytes are to be known as well. */
  | { readonly is: 'wanting'; readonly from: number; readonly to: number }
  | { readonly is: 'no_clip'; readonly why: string }
  | { readonly is: 'failed'; readonly why: string };

/** It says once that it is ready, then answers. */
export type ThreadMessage = ClipAnswer | { readonly is: 'ready' };
