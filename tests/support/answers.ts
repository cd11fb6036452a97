import request from 'supertest';
import { inTime } from './in-time';
import type { TestServer } from './strapi';

/** What a reader gets: status, entity tag and the bytes. */
export interface Delivered {
  target: string;
  status: number;
  etag: string | null;
  text: string;
}

/** Asks for every target, one after the other. */
export const delivered = async (
  { strapi }: Pick<TestServer, 'strapi'>,
  targets: readonly string[],
): Promise<Delivered[]> => {
  const answers: Delivered[] = [];
  for (const target of targets) {
    const { status, headers, text } = await inTime(
      `the answer to ${target}`,
      Promise.resolve(request(strapi.server.httpServer).get(target)),
    );
    answers.push({ target, status, etag: (headers as { etag?: string }).etag ?? null, text });
  }
  return answers;
};
