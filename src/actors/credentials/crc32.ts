const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** CRC-32 (ISO-HDLC, as in zlib) of a text of ASCII characters. Node 20 has none of its own before 20.15. */
export function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc = (crc >>> 8) ^ (TABLE[(crc ^ text.charCodeAt(i)) & 0xff] as number);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
