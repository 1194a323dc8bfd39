import { expect } from 'vitest';
import { bookErrors } from '../../simulation/models/actors-reference/disk-books.js';
import type { StoreReader } from '../../src/store/store.js';

/** Expects that everything on disk adds up. */
export function checkBooks(store: StoreReader): void {
  expect(bookErrors(store)).toEqual([]);
}
