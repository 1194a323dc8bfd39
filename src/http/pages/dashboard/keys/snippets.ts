/** Commands to paste, which work as they stand. */

export function curlSnippet(baseUrl: string, secret: string, model: string): string {
  return `curl -s ${baseUrl}/v1/videos \\
  -H 'Authorization: Bearer ${secret}' \\
  -H 'Content-Type: application/json' \\
  -d '{"model":"${model}","prompt":"a lighthouse in the rain","seconds":8}'`;
}

export function openAiSnippet(baseUrl: string, secret: string, model: string): string {
  return `import OpenAI from 'openai';

const client = new OpenAI({
  baseURL: '${baseUrl}/v1',
  apiKey: '${secret}',
});
const video = await client.videos.create({
  model: '${model}',
  prompt: 'a lighthouse in the rain',
  seconds: '8',
});
console.log(video.id, video.status);`;
}

/** The key comes from the environment: no page knows its text. */
export function chatSnippet(baseUrl: string, model: string): string {
  return `curl -sN ${baseUrl}/v1/chat/completions \\
  -H "Authorization: Bearer $TOLLGATE_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '{"model":"${model}","stream":true,"messages":[{"role":"user","content":"Hello!"}]}'`;
}
