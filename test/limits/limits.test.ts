/** The list of internal limits: complete, sound, and what every node in production runs. */
import { describe, expect, it } from 'vitest';
import { LIMITS, USUAL_LIMITS } from '../../src/limits/limits.js';
import { SOURCES } from '../structure/project.js';

/** Rooms that a simulated node runs, and that decide how much is done, kept or sent in one go. */
const ROOMS = [
  'actors',
  'http/operations',
  'http/pipeline',
  'http/request',
  'http/response',
  'mail',
  'node/assembly',
  'overload',
  'passwords',
  'people',
  'providers/calls',
  'results/reading',
  'results/store',
  'routing',
].map((room) => `src/${room}/`);

/** A number of a module, but none of time: `_MS` is for the clock of a history. */
const NUMBER = /^(?:export )?const ([A-Z][A-Z0-9_]*)(?:: number)? = [-\d(][^;=>]*;/gm;

/** Numbers that are no limits of this kind, each with the reason. */
const NO_LIMITS: Readonly<Record<string, readonly string[]>> = {
  'It is a mark, or the place of something in a word, a row or a text.': [
    'src/actors/windows/ring-pool.ts NO_RING CLASS_BITS CLASS CAPACITY_FIRST',
    'src/actors/windows/rolling-windows.ts LIMIT FLAGS HELD UNNOTED NOTING',
    'src/actors/windows/text-index.ts NO_ROW EMPTY REMOVED',
    'src/actors/windows/window-record.ts LINE_END SUBJECT_END DIGIT_ZERO MORE DIGIT_BITS PAIR_CHARACTERS_MAX',
    'src/actors/windows/window-rows.ts ROW_BITS',
    'src/actors/windows/window-runs.ts TOTAL RUNS HEAD RING OLDEST NEWEST INLINE',
    'src/actors/keys/key-table.ts API MANAGEMENT OPERATOR TEXT_CHARACTERS_MIN',
    'src/actors/keys/row-balances.ts NUMBERS',
    'src/actors/credentials/credentials.ts RANDOM_CHARACTERS CHECK_CHARACTERS',
    'src/actors/storage/ids.ts TIME_LENGTH HALF_LENGTH HALF QUARTER RANDOM_BYTES',
    'src/http/request/ip-address.ts MAPPED_BITS MAPPED_GROUP',
    'src/http/request/json-text.ts QUOTE COLON BACKSLASH OPEN_ARRAY CLOSE_ARRAY OPEN_OBJECT CLOSE_OBJECT',
    'src/http/request/request-ids.ts PREFIX_BYTES COUNTS',
    'src/http/pipeline/gateway.ts NOT_TIMED',
    'src/http/pipeline/identify.ts MISSING INVALID',
    'src/http/pipeline/request-context.ts NONE_YET CLIENT_GONE',
    'src/http/pipeline/responder.ts OK SWITCHING_PROTOCOLS',
    'src/http/response/byte-writer.ts ZERO SMALL_MAX BILLION',
    'src/people/device-marks.ts RANDOM_BYTES SEAL_BYTES',
    'src/people/sign-up-link.ts SEAL_BYTES',
    'src/people/tokens.ts TOKEN_BYTES',
  ],
  'The contract, or a client, sees it: histories reach it, or tests of its own do.': [
    'src/actors/keys/key-rotation.ts EARLIER_MAX',
    'src/actors/people/sessions.ts SESSIONS_MAX',
    'src/actors/people/user-names.ts NAME_MAX',
    'src/actors/windows/chat-windows.ts MESSAGES_PER_MINUTE',
    'src/node/assembly/dashboard.ts NETWORK_RPM USER_RPM',
    'src/node/assembly/front.ts PAYMENT_RPM',
    'src/http/request/host.ts PORT_MAX',
    'src/http/request/json-text.ts NESTING_MAX',
    'src/http/request/multipart.ts PARTS_MAX PART_FIELDS_MAX',
    'src/people/guess-limits.ts BY_NAME_AND_NETWORK BY_NETWORK BY_NAME BY_DEVICE',
    'src/people/new-session.ts AGENT_CHARACTERS_MAX',
    'src/people/password-check.ts CHARACTERS_MIN CHARACTERS_MAX UNITS_MAX',
    'src/people/people-mail.ts ASKED_MAX',
    'src/people/sign-up.ts NETWORK_MAX',
    'src/providers/calls/provider-answers.ts HANDLE_CHARACTERS_MAX LOCATION_CHARACTERS_MAX MESSAGE_CHARACTERS_MAX',
    'src/routing/seconds.ts WHOLE_DIGITS_MAX',
    'src/routing/text/text-catalogue.ts TOKENS_PER_MESSAGE',
    'src/routing/text/text-progress.ts DELTAS_MAX',
    'src/routing/text/token-count.ts BYTES_PER_TOKEN',
    'src/node/assembly/providers/text-models.ts OWN_TEMPLATE_TOKENS',
  ],
  'It counts tries, sweeps or steps of a pace, and histories reach it.': [
    'src/actors/runtime/activations.ts SWEEPS_UNTIL_IDLE SWEEPS_UNTIL_IDLE_WHEN_CROWDED',
    'src/actors/runtime/supervisor.ts FAILURES_BEFORE_QUARANTINE',
    'src/actors/windows/window-journal.ts LAST_NOTE_TRIES NOTES_PER_ROUND WORK_OF_WINDOW',
    'src/actors/windows/text-index.ts MOVED_AT_A_TIME',
    'src/providers/calls/find-calls.ts ABSENCES_MAX STEPS_AHEAD',
    'src/providers/calls/poll-calls.ts BURST_SHARE TAKE_UP_SHARE',
    'src/providers/calls/poll-schedule.ts INTERVAL_GROWTH GROWTH_STEPS_MAX JITTER_SHARE',
    'src/providers/calls/slots/breaker.ts JITTER_SHARE',
    'src/results/reading/result-reader.ts HOPELESS_TRIES_MAX DIFFERENCE_SHARE_MAX',
    'src/results/reading/examine-result.ts BYTES_PER_SECOND_MIN',
  ],
  'Load, memory and disks of machines: a simulated node has none, and tests of their own reach it.': [
    'src/overload/load-shedder.ts WALK_TARGET_FACTOR KEPT_SHARE',
    'src/overload/memory-control.ts SHORT_SHARE LAST_SHARE ENOUGH_SHARE READINGS',
    'src/overload/paced-refusals.ts WRITING_SHARE SLICE_STEP WAITING_MAX',
    'src/overload/shared-turns.ts PIECES_PER_TURN',
    'src/mail/mail-queue.ts WAITING_MAX',
    'src/overload/work-pace.ts PACE_MIN_PER_SECOND PACE_KEPT PACE_KEPT_RISING BUSY_SHARE',
    'src/http/pipeline/responder.ts UNREAD_BYTES_MAX',
    'src/results/reading/examine-result.ts RANGES_BYTES_MAX',
    'src/results/store/clip-store.ts ROOM_WANTED_BYTES_MAX DISK_LOOK_EVERY_BYTES',
    'src/results/store/files.ts CHUNK_BYTES',
    'src/people/day-limit.ts NAMES_MAX',
    'src/node/assembly/core.ts MIB',
    'src/node/assembly/part-settings.ts MIB',
  ],
  'The live view or a page alone reads it, and tests of its own reach it.': [
    'src/actors/windows/hottest-windows.ts LOOKED_AT_MAX CANDIDATES_MAX',
  ],
  'The first size of a buffer that grows, or a memory of the process, which outlives each history.': [
    'src/actors/storage/json-texts.ts KEPT_MAX',
    'src/actors/windows/window-record.ts BYTES_FIRST',
    'src/http/request/request-body.ts CAPACITY_FIRST',
    'src/http/response/byte-writer.ts CAPACITY_FIRST VIEW_KEPT_MAX_BYTES',
    'src/http/operations/v1/get-credits.ts KEPT_MAX',
    'src/http/pipeline/router.ts RECENT_BITS',
  ],
  'It makes one unit of money of another.': [
    'src/actors/orders/seen-checkout.ts MICRO_DA_PER_DA',
    'src/http/operations/management/orders/create-order.ts MICRO_DA_PER_DA',
  ],
};

function numbers(): readonly string[] {
  return SOURCES.filter(({ path }) => ROOMS.some((room) => path.startsWith(room))).flatMap(({ path, text }) =>
    [...text.matchAll(NUMBER)]
      .map(([, name = '']) => name)
      .filter((name) => !/_MS(_|$)/.test(name))
      .map((name) => `${path} ${name}`),
  );
}

const EXCEPTED = Object.values(NO_LIMITS)
  .flat()
  .flatMap((line) => {
    const [path, ...names] = line.split(' ');
    return names.map((name) => `${path} ${name}`);
  });

describe('the list of internal limits', () => {
  it('has every limit of the rooms that a history runs, but those that have a reason', () => {
    const unlisted = numbers().filter((number) => !EXCEPTED.includes(number));
    expect(unlisted, 'a line in src/limits/limits.ts, or a reason in NO_LIMITS').toEqual([]);
  });

  it('has no exceptions for numbers that are gone', () => {
    const all = numbers();
    const gone = EXCEPTED.filter((number) => !all.includes(number));
    expect(gone, 'take them out of NO_LIMITS').toEqual([]);
  });

  it('says of each limit a number that works, and a least one that is not above it', () => {
    for (const [name, { bounds, usual, least }] of Object.entries(LIMITS)) {
      expect(bounds, name).not.toBe('');
      expect(least, name).toBeGreaterThanOrEqual(0);
      expect(usual, name).toBeGreaterThan(least);
      expect(USUAL_LIMITS).toHaveProperty(name, usual);
    }
  });

  it('is read: each limit by a part of the node', () => {
    const read = SOURCES.filter(({ path }) => path.startsWith('src/') && path !== 'src/limits/limits.ts')
      .map(({ text }) => text)
      .join('\n');
    expect(Object.keys(LIMITS).filter((name) => !new RegExp(`\\b${name}\\b`).test(read))).toEqual([]);
  });
});
