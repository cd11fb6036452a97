import { useCallback, useState } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { useWriteProblem } from './use-write-problem';

interface Sending {
  method: 'post' | 'put' | 'del';
  path: string;
  body?: unknown;
}

/** Changes something on the server, for one request at a time, and says in words for people why it did not work, or that this is not known. */
export const useSend = () => {
  const { post, put, del } = useFetchClient();
  const problemOf = useWriteProblem();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** @returns what the server answered; null when it refused or could not be reached */
  const send = async <Answer>({ method, path, body }: Sending): Promise<{ data: Answer } | null> => {
    setSending(true);
    setProblem(null);
    try {
      if (method === 'del') {
        const { data } = await del<{ data: Answer }>(path);
        return data;
      }
      const { data } = await (method === 'post' ? post : put)<{ data: Answer }>(path, body);
      return data;
    } catch (error) {
      setProblem(problemOf(error));
      return null;
    } finally {
      setSending(false);
    }
  };

  const forget = useCallback(() => setProblem(null), []);
  return { send, isSending, problem, forget };
};
