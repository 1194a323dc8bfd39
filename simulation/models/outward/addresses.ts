/** Addresses of the internet: public ones, and others of all kinds that are not for everybody. */
import type { Random } from '../../world/random.js';

/** From the registries of special-purpose addresses of IANA. */
export function drawnAddress(random: Random): { readonly address: string; readonly isPublic: boolean } {
  const byte = () => random.below(256);
  const v4 = (first: string) => [first, byte(), byte(), byte()].join('.').split('.').slice(0, 4).join('.');
  const group = () => random.below(65_536).toString(16);
  const closed = random.pick([
    v4('10'),
    v4('127'),
    v4('0'),
    v4('169.254'),
    v4(`172.${random.between(16, 31)}`),
    v4('192.168'),
    v4(`100.${random.between(64, 127)}`),
    v4(String(random.between(224, 255))),
    v4('198.51.100'),
    v4('192.0.0'),
    v4('192.0.2'),
    v4('192.88.99'),
    v4('203.0.113'),
    '168.63.129.16',
    v4(`198.${random.between(18, 19)}`),
    '::',
    '::1',
    `fe80::${group()}`,
    `fd${random.between(16, 99)}::${group()}`,
    `ff02::${group()}`,
    `::ffff:${v4('10')}`,
    `::ffff:${v4('192.168')}`,
    `64:ff9b::${v4('10')}`,
    `2001:db8::${group()}`,
    `2001:${random.below(0x200).toString(16)}::${group()}`,
    `3fff:${random.below(0x1000).toString(16)}::${group()}`,
    `2002:a${byte().toString(16).padStart(2, '0')}:${group()}::1`,
    `2002:7f${byte().toString(16).padStart(2, '0')}:${group()}::1`,
    `fe80::1%eth0`,
    `4000::${group()}`,
  ]);
  const open = random.pick([
    v4(String(random.between(1, 9))),
    v4(String(random.between(11, 99))),
    v4(`172.${random.between(32, 99)}`),
    v4(`100.${random.between(1, 63)}`),
    v4(`100.${random.between(128, 255)}`),
    v4(`172.${random.between(1, 15)}`),
    v4(`198.${random.between(20, 50)}`),
    v4(`169.${random.between(1, 253)}`),
    `2002:0808:808::1`,
    `64:ff9b::8.8.${byte()}.${byte()}`,
    `::ffff:8.8.${byte()}.${byte()}`,
    `2606:4700::${group()}`,
    `2a00:1450::${group()}`,
  ]);
  const isPublic = random.chance(0.4);
  return { address: isPublic ? open : closed, isPublic };
}
