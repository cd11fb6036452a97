import { useEffect, useRef, useState } from 'react';
import { attemptTokenRefresh, useAuth } from '@strapi/strapi/admin';
import { MAX_IMPORT_FILE_BYTES, type PageImport } from '../../../../contracts/pseo-imports';
import { useText } from '../../shared/text';
import { upload, UploadProblem } from './upload';

const UNAUTHORIZED = 401;
const TOO_LARGE = 413;

type State =
  { status: 'idle' } | { status: 'sending'; share: number } | { status: 'failed'; problem: string };

/** Takes a file to the server, with how much of it is there. */
export const useUpload = () => {
  const text = useText();
  const token = useAuth('useUpload', ({ token: current }) => current);
  const [state, setState] = useState<State>({ status: 'idle' });
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const problemOf = (error: unknown): string => {
    if (!(error instanceof UploadProblem)) return text('pseo.upload.failed');
    if (error.status === TOO_LARGE) return text('pseo.upload.too-large', { size: megabytes });
    if (error.status === null) return text('pseo.upload.not-reached');
    return error.message || text('pseo.upload.failed');
  };

  const start = async (campaign: string, file: File): Promise<PageImport | null> => {
    if (file.size > MAX_IMPORT_FILE_BYTES) {
      setState({ status: 'failed', problem: text('pseo.upload.too-large', { size: megabytes }) });
      return null;
    }
    const controller = new AbortController();
    sending.current = controller;
    const send = (by: string | null) =>
      upload({
        campaign,
        file,
        token: by,
        signal: controller.signal,
        onProgress: (share) => setState({ status: 'sending', share }),
      });
    setState({ status: 'sending', share: 0 });
    try {
      const made = await send(token ?? null).catch(async (error: unknown) => {
        // A sign-in lasts for minutes and is renewed on demand.
        if (!(error instanceof UploadProblem) || error.status !== UNAUTHORIZED) throw error;
        const renewed = await attemptTokenRefresh().catch(() => null);
        if (!renewed) throw error;
        return send(renewed);
      });
      setState({ status: 'idle' });
      return made;
    } catch (error) {
      setState(
        controller.signal.aborted ? { status: 'idle' } : { status: 'failed', problem: problemOf(error) },
      );
      return null;
    }
  };

  return { state, start, cancel: () => sending.current?.abort() };
};

const megabytes = MAX_IMPORT_FILE_BYTES / 1024 / 1024;
