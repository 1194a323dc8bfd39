/** The text that a demo start prints: a link to open, and commands to paste, in order, that work so. */
export function demoExample(
  url: string,
  { key, signInUrl }: { readonly key: string; readonly signInUrl: string },
): string {
  return `
Open the dashboard; this link signs you in, once, within 24 hours:

${signInUrl}

Try it (this key has 100 DA and is replaced at the next demo start):

  export TOLLGATE_DEMO_KEY=${key}

  # submit a job of 8 seconds
  curl -s -w '\\n' ${url}/v1/videos -H "Authorization: Bearer $TOLLGATE_DEMO_KEY" \\
    -H 'Content-Type: application/json' \\
    -d '{"model":"sim/video","prompt":"a lighthouse in the rain","seconds":8}'

  # three seconds later: the newest job, with the link to its clip
  curl -s -w '\\n' "${url}/v1/videos?limit=1" -H "Authorization: Bearer $TOLLGATE_DEMO_KEY"

  # what is left, and the limit
  curl -si -w '\\n' ${url}/v1/credits -H "Authorization: Bearer $TOLLGATE_DEMO_KEY"

The API is described at ${url}/docs

`;
}
