import { describe, expect, it } from 'vitest';
import { SpareDescriptors } from '../../../src/node/machine/spare-descriptors.js';

/** A process that may have `max` files open, of which others have `others`. */
class OpenFiles {
  max = 100;
  others = 0;
  ours = 0;

  readonly take = () => {
    if (this.ours + this.others >= this.max) return undefined;
    this.ours += 1;
    return () => {
      this.ours -= 1;
    };
  };
}

describe('spare descriptors', () => {
  it('are held back while there are others, and sixteen they are', () => {
    const files = new OpenFiles();
    const spare = new SpareDescriptors(files.take);
    for (let n = 0; n < 3; n++) spare.look();
    expect([files.ours, spare.isExhausted]).toEqual([16, false]);
    spare.giveBack();
    expect(files.ours).toBe(0);
  });

  it('are let go when none is left, and held again when there are some to spare', () => {
    const files = new OpenFiles();
    const spare = new SpareDescriptors(files.take);
    files.others = 84;
    spare.look();
    expect([files.ours, spare.isExhausted]).toEqual([0, true]);
    for (files.others = 84; files.others > 76; files.others--) {
      spare.look();
      expect([files.others, files.ours, spare.isExhausted]).toEqual([files.others, 0, true]);
    }
    spare.look();
    expect([files.ours, spare.isExhausted]).toEqual([16, false]);
  });

  it('are none if the process has too few from the start', () => {
    const files = new OpenFiles();
    files.max = 10;
    const spare = new SpareDescriptors(files.take);
    expect([files.ours, spare.isExhausted, spare.isNoneLeft]).toEqual([0, true, false]);
  });

  it('say that none is left when letting them go does not help, until eight can be taken', () => {
    const files = new OpenFiles();
    const spare = new SpareDescriptors(files.take);
    files.max = 10;
    files.others = 30;
    spare.look();
    expect([files.ours, spare.isExhausted, spare.isNoneLeft]).toEqual([0, true, true]);
    for (files.max = 31; files.max < 38; files.max++) {
      spare.look();
      expect([files.max, files.ours, spare.isNoneLeft]).toEqual([files.max, 0, true]);
    }
    spare.look();
    expect([spare.isExhausted, spare.isNoneLeft]).toEqual([true, false]);
    files.max = 31;
    spare.look();
    expect(spare.isNoneLeft).toBe(false);
    files.max = 100;
    spare.look();
    expect([files.ours, spare.isExhausted, spare.isNoneLeft]).toEqual([16, false, false]);
  });
});
