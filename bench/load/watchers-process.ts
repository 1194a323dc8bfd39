/**
 * Watches the node at a port as often as it is told, and prints a line when each watcher has its first frame.
 * When standard input ends it prints how many frames each was sent after that, as JSON, and ends.
 */
import WebSocket from 'ws';

const [, , port = '', count = ''] = process.argv;
const authorization = `Bearer ${process.env.TOLLGATE_MANAGEMENT_KEY}`;

const watchers = await Promise.all(
  Array.from({ length: Number(count) }, async () => {
    const watcher = {
      socket: new WebSocket(`ws://127.0.0.1:${port}/api/live`, { headers: { authorization } }),
      frames: 0,
    };
    await new Promise((resolve, reject) => watcher.socket.once('message', resolve).once('error', reject));
    watcher.socket.on('message', () => {
      watcher.frames += 1;
    });
    return watcher;
  }),
);
process.stdout.write('watching\n');
process.stdin.resume().once('end', () => {
  process.stdout.write(JSON.stringify(watchers.map(({ frames }) => frames)));
  for (const { socket } of watchers) socket.terminate();
});
