import { describe, expect, it } from 'vitest';
import { contentAnswer } from '../../../src/http/response/content-answer.js';
import { bytesOfContent, content } from '../pipeline/gateway-stage.js';

describe('a result', () => {
  it.each(['video/mp4', 'video/webm', 'video/quicktime', 'video/x-matroska', 'audio/mpeg'])(
    'of type %s is shown as that, and nothing in it runs',
    (contentType) => {
      const answer = contentAnswer({ ...content(9), contentType }, '', '');
      expect(answer).toMatchObject({ status: 200, contentType, size: 9 });
      expect(fieldsOf(answer)).toEqual([
        'X-Content-Type-Options: nosniff',
        "Content-Security-Policy: sandbox; default-src 'none'; media-src 'self'",
        'Accept-Ranges: bytes',
      ]);
    },
  );

  it.each(['text/html', 'image/svg+xml', '', 'video/mp4\r\nX-Y: z', 'video/', 'application/xhtml+xml'])(
    'of type %j is saved as octets',
    (contentType) => {
      const answer = contentAnswer({ ...content(9), contentType }, '', 'video_1');
      expect(answer).toMatchObject({ contentType: 'application/octet-stream' });
      expect(fieldsOf(answer)).toContain('Content-Disposition: attachment; filename="video_1"');
      expect(fieldsOf(contentAnswer({ ...content(9), contentType }, '', ''))).toContain(
        'Content-Disposition: attachment',
      );
    },
  );

  it('of unknown size is sent as a whole, whichever range is asked for', async () => {
    const file = { ...content(9), size: undefined, takesRanges: false, read: () => content(9).read(0, 9) };
    const answer = contentAnswer(file, 'bytes=3-4', '');
    if (answer.kind !== 'bytes') throw new Error('not answered');
    expect([answer.status, answer.size]).toEqual([200, undefined]);
    expect(answer.fields).not.toContain('Accept-Ranges');
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.chunks()) chunks.push(chunk);
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(bytesOfContent(0, 9)));
  });
});

function fieldsOf(answer: ReturnType<typeof contentAnswer>): readonly string[] {
  if (answer.kind !== 'bytes') throw new Error('not answered');
  return answer.fields.split('\r\n').slice(1);
}
