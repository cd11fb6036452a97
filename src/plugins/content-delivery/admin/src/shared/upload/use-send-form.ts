import { useCallback, useRef } from 'react';
import { attemptTokenRefresh, useAuth } from '@strapi/strapi/admin';
import { sendForm, UploadProblem, type SentForm } from './send-form';

const UNAUTHORIZED = 401;

/** Sends forms with files in the name of the signed-in user. */
export const useSendForm = (): (<Answer>(form: SentForm) => Promise<Answer>) => {
  const token = useAuth('useSendForm', ({ token: current }) => current);
  const latest = useRef(token);
  latest.current = token;
  return useCallback(
    <Answer>(form: SentForm): Promise<Answer> =>
      sendForm<Answer>(form, latest.current ?? null).catch(async (error: unknown) => {
        // A sign-in lasts for minutes and is renewed on demand.
        if (!(error instanceof UploadProblem) || error.status !== UNAUTHORIZED) throw error;
        const renewed = await attemptTokenRefresh().catch(() => null);
        if (!renewed) throw error;
        return sendForm<Answer>(form, renewed);
      }),
    [],
  );
};
