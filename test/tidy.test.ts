import { describe, expect, it } from 'vitest';
import { CODE, findings, lineAt, WRITTEN } from './structure/project.js';
import { proseOf } from './structure/prose.js';

/**
 * The style of the project: how wide lines are, how sentences begin, how long files are. It is enforced here
 * and nowhere else; each finding is `path:line: text`. Code itself is formatted by Biome.
 */

/** Pages that are made of texts in the code, where their lines are as long as they like. */
const GENERATED = /^docs\/(command-line|configuration|metrics|state-charts)\.md$/;

const WITH_PROSE = WRITTEN.filter(({ path }) => /(\.(tsx?|css|sh|md)|\/run)$/.test(path));

function inProse(pattern: RegExp): readonly string[] {
  return WITH_PROSE.flatMap((file) => {
    const prose = proseOf(file);
    return [...prose.matchAll(pattern)].map(({ index, 0: found }) => {
      const text = file.text.slice(index, index + found.length);
      return `${file.path}:${lineAt(file.text, index + found.search(/[^\s\0]/))}: ${text.replace(/\s+/g, ' ')}`;
    });
  });
}

describe('prose', () => {
  it('is at most 110 columns wide', () => {
    const wide = WITH_PROSE.filter(({ path }) => !GENERATED.test(path)).flatMap((file) => {
      const prose = proseOf(file).split('\n');
      return (
        file.text
          .split('\n')
          .map((line, index) => ({ line, at: `${file.path}:${index + 1}`, prose: prose[index] ?? '' }))
          .filter(({ line, prose }) => line.length > 110 && /[^\s\0]/.test(prose))
          // An address cannot be broken; a table's row is one line.
          .filter(({ line }) => !/https?:\/\/|^\|/.test(line))
          .map(({ line, at }) => `${at}: ${line.trim()}`)
      );
    });
    expect(wide).toEqual([]);
  });

  it('begins sentences with a thing that has a name', () => {
    const nameless =
      /(?<=^\s*|\0\s*|[.!?]["')\]*]*\s+|\n[ \t]*\n\s*|\n\s*(?:-|\d+\.) )[*"(]*(What|Whoever|Who|Where|One that|Such)(?=\s+\w)[^.?!\0]*(?!\?)[.!\0]/g;
    expect(inProse(nameless)).toEqual([]);
  });

  it('says if, not where, for a condition', () => {
    const absence = /\b(undefined|null|none|empty|absent|''|0),?\s+where\b[^.\0]*/gi;
    const clause = /[,;]\s+where\s+(it|that|the|they|there|one|no|none|nothing|nobody|neither)\b[^.\0]*/g;
    const nothing = /\bwhere\s+(there\s+(is|are|was|were)|no|none|nothing|nobody|neither)\b[^.\0]*/gi;
    expect([absence, clause, nothing].flatMap((pattern) => inProse(pattern))).toEqual([]);
  });
});

describe('a file', () => {
  const LENGTH_MAX = 250;
  const TEST_LENGTH_MAX = 450;

  /** Files that are longer, each with as many lines as it may have, for to split it would be worse. */
  const LONGER: Readonly<Record<string, number>> = {
    // One state machine: to follow a commit that fails one reads all of it.
    'src/actors/runtime/gate.ts': 300,
    // The face of the runtime: half of it are readings of one line each.
    'src/actors/runtime/system.ts': 290,
    // One chart, whose states are compared with each other.
    'src/machines/video-job.ts': 260,
    // The hot path: another module between a request and its window costs instructions.
    'src/actors/windows/rolling-windows.ts': 275,
    'src/actors/keys/key-table.ts': 255,
    // One list of all rooms, with what each may know.
    'test/structure.test.ts': 490,
    // One server for all cases, in the order of the contract.
    'test/contract/api/garbage.test.ts': 600,
    'test/contract/api/money.test.ts': 470,
    'test/contract/api/rate-limits.test.ts': 570,
    'test/contract/api/videos.test.ts': 490,
    'test/contract/process/start-stop.test.ts': 510,
    'test/http/pipeline/gateway.test.ts': 800,
    'test/http/uws/server.test.ts': 600,
  };

  it('is short enough to be read at once', () => {
    const long = CODE.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 })).filter(
      ({ path, lines }) =>
        lines > (LONGER[path] ?? (path.startsWith('test/') ? TEST_LENGTH_MAX : LENGTH_MAX)),
    );
    expect(long.map(({ path, lines }) => `${path}:${lines}`)).toEqual([]);
  });
});

describe('the text', () => {
  it('leaves nothing for later', () => {
    const later = new RegExp(
      `\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b.*`,
      'g',
    );
    expect(findings(WRITTEN, later)).toEqual([]);
  });

  it('runs every test', () => {
    expect(findings(CODE, /\b(it|test|describe|suite)\.(only|skip)\(/g)).toEqual([]);
  });

  it('names no path of the machine it was written on', () => {
    expect(findings(WRITTEN, /(?<![\w.$}*-])\/(work|root|tmp|Users)\/.*/g)).toEqual([]);
  });

  it('silences no check of types', () => {
    expect(findings(WRITTEN, new RegExp(`@ts-${'(ignore|nocheck)'}.*`, 'g'))).toEqual([]);
  });
});
