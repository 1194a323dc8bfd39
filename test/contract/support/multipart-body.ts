/** Writes a multipart/form-data body of text fields (RFC 7578). */
export function multipartBody(
  fields: readonly (readonly [name: string, value: string])[],
  boundary = 'boundary-of-the-tests',
  quoted = false,
): { body: Buffer; contentType: string } {
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: Buffer.from(`${parts.join('')}--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${quoted ? `"${boundary}"` : boundary}`,
  };
}
