import { useEffect, useRef, useState } from 'react';
import { MAX_IMPORT_FILE_BYTES, type PageImport } from '../../../../contracts/pseo-imports';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import type { FileSettings } from './FileForm';
import { UploadProblem } from '../../shared/upload/send-form';
import { useSendForm } from '../../shared/upload/use-send-form';
import { useQuestionBeforeLeaving } from '../../shared/use-question-before-leaving';

const TOO_LARGE = 413;

type State =
  { status: 'idle' } | { status: 'sending'; share: number } | { status: 'failed'; problem: string };

/** Takes a file to the server, with how much of it is there. */
export const useUpload = () => {
  const text = useText();
  const sendForm = useSendForm();
  const [state, setState] = useState<State>({ status: 'idle' });
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  useQuestionBeforeLeaving(state.status === 'sending');

  const problemOf = (error: unknown): string => {
    if (!(error instanceof UploadProblem)) return text('pseo.upload.failed');
    if (error.status === TOO_LARGE) return text('pseo.upload.too-large', { size: megabytes });
    if (error.status === null) return text('pseo.upload.not-reached');
    return error.message || text('pseo.upload.failed');
  };

  const start = async (campaign: string, file: File, settings: FileSettings): Promise<PageImport | null> => {
    if (file.size > MAX_IMPORT_FILE_BYTES) {
      setState({ status: 'failed', problem: text('pseo.upload.too-large', { size: megabytes }) });
      return null;
    }
    const controller = new AbortController();
    sending.current = controller;
    setState({ status: 'sending', share: 0 });
    const body = new FormData();
    body.append('campaign', campaign);
    for (const [name, said] of Object.entries(settings)) if (said !== '') body.append(name, said as string);
    body.append('file', file);
    try {
      const { data: made } = await sendForm<{ data: PageImport }>({
        path: `/${PLUGIN_ID}/imports`,
        body,
        signal: controller.signal,
        onProgress: (share) => setState({ status: 'sending', share }),
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
