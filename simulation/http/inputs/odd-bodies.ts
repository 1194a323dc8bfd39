/**
 * Values and names of fields in bodies, at the edges of what the API takes, and beyond: JSON text, or nearly.
 */

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels);
const ofLength = (length: number) => `"${'a'.repeat(length)}"`;

export const ODD_VALUES: readonly string[] = [
  ...['null', 'true', 'false', '0', '-0', '-1', '1', '60', '61', '1e1', '1e400', '-1e400', '1e-7', '5E-1'],
  ...['0.1', '0.001', '0.0001', '0.0000001', '8.000', '9007199254740993', '1000000', '1000001', '1000000000'],
  ...[
    '99999999999999999999',
    `${'9'.repeat(400)}`,
    `0.${'0'.repeat(400)}1`,
    '08',
    '+1',
    '.5',
    '1.',
    '0x10',
    'NaN',
  ],
  ...['""', '" "', '"8"', '"08"', '" 8"', '"8.0001"', '"-1"', '"1e1"', '"0x10"', '"null"', '"true"', '"NaN"'],
  ...[
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\\ud83d\\ude00"',
    '"\\u202e\\u0627"',
    '"\\ufeff"',
  ],
  ...[
    '"\u{1f3ac}"',
    '"\u{10ffff}"',
    '"\u0639\u0631\u0628\u064a"',
    '"e\u0301"',
    '"\u2028\u2029"',
    '"\uffff"',
    '"\u0085"',
  ],
  ...['"\\x41"', '"a\nb"', '"\u0001"', "'a'", '"unfinished', 'undefined', '/* */1', '"a" "b"'],
  ...[
    '[]',
    '{}',
    '[1]',
    '{"a":1}',
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"__proto__":{"x":1}}',
    '[,]',
    '[1,]',
  ],
  ...[
    '"__proto__"',
    '"constructor"',
    '"sim/video"',
    '"sim/video-flaky"',
    '"SIM/VIDEO"',
    '"sim/video\\u0000"',
  ],
  ...[99, 100, 101, 199, 200, 201, 9_999, 10_000, 10_001, 50_000].map(ofLength),
  ...[1, 62, 63, 64, 65, 300, 10_000].map((levels) => nested('[', ']', levels)),
  ...[63, 64, 2_000].map((levels) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
  '"\\ud83d\\ude00'.concat('\\ud83d\\ude00'.repeat(99), '"'),
  `"${'\u{1f3ac}'.repeat(100)}"`,
];

export const ODD_KEYS: readonly string[] = [
  ...[
    '"__proto__"',
    '"constructor"',
    '"toString"',
    '""',
    '"\\u0000"',
    '"\\ud800"',
    '"id"',
    '"cost"',
    '"price"',
  ],
  ...[
    '"account"',
    '"credits"',
    '"n"',
    '"count"',
    '"m\\u006fdel"',
    '"seconds "',
    '"\u{1f3ac}"',
    'model',
    `"${'k'.repeat(300)}"`,
  ],
];
