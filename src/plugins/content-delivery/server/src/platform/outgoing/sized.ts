import type { IncomingMessage } from 'node:http';
import { UnsuitableAnswer } from './problems';

/**
 * The bytes of an answer, as long as there are no more than `bytes` of them, whatever its headers say.
 * @throws UnsuitableAnswer for more
 */
export const sized = async function* (answer: IncomingMessage, bytes: number): AsyncGenerator<Buffer> {
  const tooLarge = (): UnsuitableAnswer => {
    answer.destroy();
    return new UnsuitableAnswer(`It is larger than ${Math.round(bytes / 1024 / 1024)} MB.`);
  };
  if (Number(answer.headers['content-length'] ?? 0) > bytes) throw tooLarge();
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bytes) throw tooLarge();
    yield chunk;
  }
};
