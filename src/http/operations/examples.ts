/** The things that the examples of the documentation are about; one story runs through all of them. */
export const EXAMPLE = {
  jobId: 'video_01kaj2w7m8q4t9r3v5x6y7z8ab',
  requestId: 'req_4f1c2a9be07d6358c1a20000002a',
  keyId: 'key_01kaj2vznq0h8c5d6e7f8g9hjk',
  otherKeyId: 'key_01kaj2w1m3p5r7t9v1w3x5y7z9',
  accountId: 'acct_01kaj2vx3r5s7t9v1w3x5y7zac',
  managementKeyId: 'mkey_01kaj2vx3t6v8w0x2y4z6a8bcd',
  model: 'sim/video',
  createdAt: 1_795_224_600,
  settledAt: 1_795_224_603,
  baseUrl: 'http://127.0.0.1:8080',
  apiKey: 'sk-tg… (shown once)',
  managementKey: 'mk-tg… (shown once)',
} as const;

export const UNFINISHED_VIDEO_EXAMPLE = {
  id: EXAMPLE.jobId,
  object: 'video',
  status: 'in_progress',
  model: EXAMPLE.model,
  seconds: 8,
  created_at: EXAMPLE.createdAt,
  progress: 40,
  poll_after: 0.5,
} as const;

export const COMPLETED_VIDEO_EXAMPLE = {
  id: EXAMPLE.jobId,
  object: 'video',
  status: 'completed',
  model: EXAMPLE.model,
  seconds: 8,
  created_at: EXAMPLE.createdAt,
  completed_at: EXAMPLE.settledAt,
  url: `${EXAMPLE.baseUrl}/results/4f7a0c1e9b2d3856a1c4e7f09b2d5863.mp4`,
  output_seconds: 8,
  cost: 4,
} as const;

const ANY_JOB = {
  id: EXAMPLE.jobId,
  object: 'job',
  account: EXAMPLE.accountId,
  key: EXAMPLE.keyId,
  provider: 'simulated',
  model: EXAMPLE.model,
  seconds: 8,
  created_at: EXAMPLE.createdAt,
} as const;

export const JOB_EXAMPLE = {
  ...ANY_JOB,
  status: 'in_progress',
  awaits: 'poll',
  submits: 1,
  progress: 40,
  next_poll_in: 3.5,
  polls_failed: 4,
  last_error: 'no answer within the time limit',
  deadline_at: EXAMPLE.createdAt + 1_800,
  reserved: 4,
} as const;

export const FAILED_JOB_EXAMPLE = {
  ...ANY_JOB,
  status: 'failed',
  submits: 1,
  reserved: 0,
  completed_at: EXAMPLE.settledAt,
  error: 'expired',
  error_message: 'The operator ended the job: the provider is down until tomorrow',
  cost: 0,
} as const;

export const API_KEY_EXAMPLE = {
  id: EXAMPLE.keyId,
  object: 'api_key',
  account: EXAMPLE.accountId,
  name: 'render farm',
  rate_limit_rpm: 120,
  balance: 25,
  created_at: EXAMPLE.createdAt,
  status: 'active',
} as const;

export const ORDER_EXAMPLE = {
  id: 'order_01kaj2w9a1c3e5g7j9m1p3r5tv',
  object: 'order',
  account: EXAMPLE.accountId,
  key: EXAMPLE.keyId,
  amount: 2_500,
  status: 'awaiting_payment',
  service: 'chargily',
  livemode: true,
  created_at: EXAMPLE.createdAt,
  payment_url: 'https://pay.chargily.dz/checkouts/01hj5n7cqpaf0mt2d0xx85tgz8/pay',
} as const;

const { payment_url: _, ...orderWithoutPage } = ORDER_EXAMPLE;

/** As it is answered when it is made. */
export const MADE_ORDER_EXAMPLE = { ...orderWithoutPage, status: 'made' } as const;

export const VOIDED_CREDIT_EXAMPLE = {
  object: 'voided_credit',
  amount: 2500,
  keys: 1,
  orders: 1,
  held: 0,
  next: null,
} as const;

export const ACCOUNT_EXAMPLE = {
  id: EXAMPLE.accountId,
  object: 'account',
  name: 'Studio Casbah',
  verified: true,
  created_at: EXAMPLE.createdAt,
} as const;

export const USER_EXAMPLE = {
  id: 'user_01kaj2w1m4n6p8r0s2t4v6x8ya',
  object: 'user',
  account: EXAMPLE.accountId,
  name: 'amel@example.dz',
  role: 'member',
  keys: [EXAMPLE.keyId],
  created_at: EXAMPLE.createdAt,
} as const;

export const INVITATION_EXAMPLE = {
  id: 'invitation_9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  object: 'invitation',
  account: EXAMPLE.accountId,
  name: 'amel@example.dz',
  role: 'member',
  expires_at: EXAMPLE.createdAt + 259_200,
  created_at: EXAMPLE.createdAt,
} as const;

export const AUDIT_ENTRY_EXAMPLE = {
  id: 'audit_01kaj2vx3r5s7t9v1w3x5y7zac_0001795224600123_0000',
  object: 'audit_entry',
  act: 'credit_added',
  about: EXAMPLE.keyId,
  by: { kind: 'management_key', id: EXAMPLE.managementKeyId, address: '203.0.113.7' },
  detail: { reference: 'invoice 2026-0117', amount: 25 },
  created_at: EXAMPLE.createdAt,
} as const;

export const CREDITS_EXAMPLE = {
  object: 'credits',
  balance: 46,
  reserved: 0,
  total_credits: 50,
  total_usage: 4,
  currency: 'DA',
} as const;

export const CREDIT_ENTRY_EXAMPLE = {
  id: 'le_01kaj2vznq0h8c5d6e7f8g9hjk_2',
  type: 'credit',
  amount: 25,
  balance_after: 50,
  reserved_after: 0,
  reference: 'invoice 2026-0117',
  created_at: EXAMPLE.createdAt,
} as const;

export const DEBIT_ENTRY_EXAMPLE = {
  ...CREDIT_ENTRY_EXAMPLE,
  id: 'le_01kaj2vznq0h8c5d6e7f8g9hjk_5',
  type: 'debit',
  amount: 10,
  balance_after: 36,
  reference: 'refund of invoice 2026-0117',
  created_at: EXAMPLE.settledAt,
} as const;

export const TRANSFER_OUT_ENTRY_EXAMPLE = {
  ...DEBIT_ENTRY_EXAMPLE,
  id: 'le_01kaj2vznq0h8c5d6e7f8g9hjk_6',
  type: 'transfer_out',
  amount: 6,
  balance_after: 30,
  reference: 'for the new key',
  to: EXAMPLE.otherKeyId,
} as const;

export const CHARGE_ENTRY_EXAMPLE = {
  id: 'le_01kaj2vznq0h8c5d6e7f8g9hjk_4',
  type: 'charge',
  amount: 4,
  balance_after: 46,
  reserved_after: 0,
  job_id: EXAMPLE.jobId,
  created_at: EXAMPLE.settledAt,
} as const;
