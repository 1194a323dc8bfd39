import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../../simulation/world/virtual-world.js';
import { type FileAddress, ForbiddenFileError, type Service } from '../../../../src/outward/outward.js';
import { imageBytes } from '../../../../src/providers/adapters/remote/image-bytes.js';
import { CALL, fileOf } from '../stand-in-service.js';

const URL_OF_IMAGE = 'https://example.com/a.png';
const PNG = new Uint8Array([137, 80, 78, 71]);
const REFUSED = { outcome: 'rejected', slug: 'invalid_input' };

async function loaded(openFile: Service['openFile'], image = URL_OF_IMAGE) {
  const world = new VirtualWorld();
  const never = async () => {
    throw new Error('is not called here');
  };
  const loading = imageBytes(
    { service: { call: never, stream: never, listen: never, openFile }, world },
    image,
    CALL.signal,
  );
  await world.advance(60_000);
  expect(world.armedTimers).toBe(0);
  return loading;
}

describe('the bytes of an image', () => {
  it('are those of its file', async () => {
    const image = await loaded(async () => fileOf('image/png; charset=binary', PNG));
    expect(image).toEqual({ type: 'image/png', bytes: Buffer.from(PNG) });
  });

  it('are opened as a file that a client named', async () => {
    const opened: FileAddress[] = [];
    await loaded(async (file) => {
      opened.push(file);
      return undefined;
    });
    expect(opened).toEqual([{ url: URL_OF_IMAGE, isForeign: true }]);
  });

  it('are those of a data: URI, for which nobody is called', async () => {
    const opened = async () => {
      throw new Error('is not called here');
    };
    expect(await loaded(opened, 'data:image/png;base64,iVBORw==')).toMatchObject({ type: 'image/png' });
  });

  it.each<[string, Service['openFile']]>([
    ['is gone', async () => undefined],
    ['lies at an address that is forbidden', () => Promise.reject(new ForbiddenFileError('private'))],
    ['is not to be had', () => Promise.reject(new Error('the connection was reset'))],
    ['is no image', async () => fileOf('text/html', PNG)],
    ['is longer than 20 MiB', async () => fileOf('image/png', new Uint8Array(20 * 1024 * 1024 + 1))],
    [
      'does not come in time',
      (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ],
  ])('are the client’s fault if the file %s', async (_, openFile) => {
    expect(await loaded(openFile)).toMatchObject(REFUSED);
  });
});
