import { useCallback, useEffect, useRef, useState } from 'react';
import { useRBAC } from '@strapi/strapi/admin';
import { isHeic, PICTURE_NAMES } from '../../../../contracts/file-types';
import type { FilePlace } from '../../../../contracts/file-place';
import { finishBeforeSaving } from '../../edit-view/finish-input';
import { useList, useQuote } from '../../shared/lists';
import { UploadProblem } from '../../shared/upload/send-form';
import { useSendForm } from '../../shared/upload/use-send-form';
import { useText } from '../../shared/text';
import { useQuestionBeforeLeaving } from '../../shared/use-question-before-leaving';
import type { LibraryFile } from './public-address';
import { useFilePlace } from './use-file-place';
import { isPicture } from './transfer';
import { FORBIDDEN, refusalOf } from './upload-refusal';

const TOO_LARGE = 413;
const MEGABYTE = 1024 * 1024;

type Progress =
  /** From 0 to 1; at 1 the server makes its sizes. */
  | { status: 'sending'; share: number }
  | { status: 'failed'; problem: string; canRetry: boolean }
  | { status: 'done'; file: LibraryFile };

/** A picture on its way into an entry, until it is there and described. */
export interface PictureUpload {
  id: string;
  file: File;
  /** Its address in this tab of the browser. */
  preview: string;
  progress: Progress;
  /** Typed so far. */
  alt: string;
  /** What was entered: empty for a decoration, null while nothing is. */
  description: string | null;
}

export interface NewPicture {
  id: string;
  file: File;
  alt?: string;
}

interface Uses {
  /** It is on the server: put it where it belongs. */
  onUploaded(upload: PictureUpload, file: LibraryFile, place: FilePlace): Promise<void> | void;
  /** It was described after it came to its place. */
  onDescribed(file: LibraryFile, alt: string): Promise<void> | void;
  /** Its text is being typed, so that there is something to save. */
  onTyped?(file: LibraryFile, alt: string): Promise<void> | void;
  /** It was cancelled, or given up. */
  onRemoved(id: string): void;
}

const UPLOAD = [{ action: 'plugin::upload.assets.create', subject: null }];

/** Uploads pictures into the media library, several at once, and has them described meanwhile. Saving waits for them. */
export const usePictureUploads = (uses: Uses) => {
  const text = useText();
  const list = useList();
  const quote = useQuote();
  const sendForm = useSendForm();
  const filePlace = useFilePlace();
  const { allowedActions, isLoading } = useRBAC(UPLOAD);
  const [uploads, setUploads] = useState<readonly PictureUpload[]>([]);
  const [isSavingHeld, setSavingHeld] = useState(false);

  const current = useRef({ uploads, uses });
  current.current = { uploads: current.current.uploads, uses };
  const running = useRef(new Map<string, { controller: AbortController; end: Promise<boolean> }>());
  /** Texts of pictures on their way into the form. */
  const describing = useRef(new Set<Promise<void>>());

  /** Known at once to what comes before the next rendering. */
  const change = useCallback((next: (now: readonly PictureUpload[]) => readonly PictureUpload[]) => {
    current.current.uploads = next(current.current.uploads);
    setUploads(current.current.uploads);
  }, []);
  const update = (id: string, changes: Partial<PictureUpload>) =>
    change((now) => now.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  const find = (id: string) => current.current.uploads.find((one) => one.id === id);
  const forget = (id: string) => {
    const upload = find(id);
    if (upload) URL.revokeObjectURL(upload.preview);
    change((now) => now.filter((one) => one.id !== id));
  };

  const problemOf = (error: unknown, maxBytes: number | null): { problem: string; canRetry: boolean } => {
    if (!(error instanceof UploadProblem)) return { problem: text('pictures.failed'), canRetry: true };
    const { status } = error;
    if (status === null) return { problem: text('pictures.not-reached'), canRetry: true };
    if (status === TOO_LARGE) return { problem: tooLarge(maxBytes), canRetry: false };
    return { problem: refusalOf(error, text), canRetry: status !== FORBIDDEN };
  };
  const tooLarge = (maxBytes: number | null): string =>
    maxBytes === null
      ? text('pictures.too-large')
      : text('pictures.too-large-for', { size: Math.floor(maxBytes / MEGABYTE) });

  const send = async (upload: PictureUpload, signal: AbortSignal): Promise<boolean> => {
    const { id, file } = upload;
    const fail = (problem: string, canRetry: boolean): false => {
      update(id, { progress: { status: 'failed', problem, canRetry } });
      return false;
    };
    const place = await filePlace().catch(() => null);
    if (signal.aborted) return true;
    if (!place) return fail(text('pictures.not-reached'), true);
    const { maxFileBytes } = place;
    if (maxFileBytes !== null && file.size > maxFileBytes) return fail(tooLarge(maxFileBytes), false);
    const body = new FormData();
    body.append('files', file);
    body.append('fileInfo', JSON.stringify({ name: file.name, folder: null }));
    try {
      const [stored] = await sendForm<LibraryFile[]>({
        path: '/upload',
        body,
        signal,
        onProgress: (share) => update(id, { progress: { status: 'sending', share } }),
      });
      if (!stored) return fail(text('pictures.failed'), true);
      if (signal.aborted) return true;
      await current.current.uses.onUploaded(find(id) ?? upload, stored, place);
      const { description = null } = find(id) ?? {};
      if (description === null) update(id, { progress: { status: 'done', file: stored } });
      else {
        forget(id);
        await describeFile(stored, description);
      }
      return true;
    } catch (error) {
      if (signal.aborted) return true;
      const { problem, canRetry } = problemOf(error, maxFileBytes);
      return fail(problem, canRetry);
    }
  };
  const start = (upload: PictureUpload) => {
    update(upload.id, { progress: { status: 'sending', share: 0 } });
    const controller = new AbortController();
    const end = send(upload, controller.signal).finally(() => {
      if (running.current.get(upload.id)?.controller === controller) running.current.delete(upload.id);
      if (running.current.size === 0) setSavingHeld(false);
    });
    running.current.set(upload.id, { controller, end });
  };

  /** The file's own text, for the next post that shows it. Who may not change it has it in the post all the same. */
  const describeFile = async ({ id, name }: LibraryFile, alternativeText: string): Promise<void> => {
    const body = new FormData();
    body.append('fileInfo', JSON.stringify({ name, alternativeText }));
    const signal = new AbortController().signal;
    await sendForm({ path: `/upload?id=${id}`, body, signal }).catch(() => undefined);
  };

  const describe = async (id: string, alt: string): Promise<void> => {
    const upload = find(id);
    if (!upload) return;
    update(id, { description: alt });
    if (upload.progress.status !== 'done') return;
    const { file } = upload.progress;
    forget(id);
    // Saving waits for both: what is said to be saved is stored.
    const entering = Promise.all([current.current.uses.onDescribed(file, alt), describeFile(file, alt)]).then(
      () => undefined,
    );
    describing.current.add(entering);
    await entering.finally(() => describing.current.delete(entering));
  };

  // What is typed counts once it is left; saving leaves it.
  const finish = (): Promise<boolean> | null => {
    const typed = current.current.uploads.filter((one) => one.description === null && one.alt.trim() !== '');
    const described = typed.map(({ id, alt }) => describe(id, alt.trim()).then(() => true));
    const entering = [...describing.current].map((one) => one.then(() => true));
    const ends = [...running.current.values()].map(({ end }) => end);
    if (ends.length > 0) setSavingHeld(true);
    else if (typed.length + entering.length === 0) return null;
    return Promise.all([...described, ...entering, ...ends]).then((outcomes) => outcomes.every(Boolean));
  };
  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => finishBeforeSaving(() => latest.current(), 'saving'), []);

  const isSending = uploads.some(({ progress }) => progress.status === 'sending');
  useQuestionBeforeLeaving(isSending);

  useEffect(() => {
    const { current: all } = running;
    return () => {
      for (const { controller } of all.values()) controller.abort();
      for (const { preview } of current.current.uploads) URL.revokeObjectURL(preview);
    };
  }, []);

  return {
    uploads,
    /** True while a save waits for them. */
    isSavingHeld,
    /** Why the user cannot upload anything; null when they can. */
    refusal: isLoading || allowedActions['canCreate'] ? null : text('pictures.forbidden'),
    /** @returns what of it is no picture, in words; null when all are */
    add: (pictures: readonly NewPicture[]): string | null => {
      const taken = pictures.filter(({ file }) => isPicture(file));
      const added = taken.map(({ id, file, alt = '' }): PictureUpload => ({
        id,
        file,
        preview: URL.createObjectURL(file),
        progress: { status: 'sending', share: 0 },
        alt,
        description: null,
      }));
      change((now) => [...now, ...added]);
      added.forEach(start);
      const refused = pictures.filter(({ file }) => !isPicture(file)).map(({ file }) => file);
      if (refused.length === 0) return null;
      const names = list(refused.map(({ name }) => quote(name)));
      const hint = refused.some(({ type }) => isHeic(type)) ? ` ${text('pictures.heic')}` : '';
      return text('pictures.not-pictures', { names, types: PICTURE_NAMES }) + hint;
    },
    retry: (id: string) => {
      const upload = find(id);
      if (upload) start(upload);
    },
    /** Cancels it, or leaves it undescribed. */
    remove: (id: string) => {
      running.current.get(id)?.controller.abort();
      if (find(id)?.progress.status !== 'done') current.current.uses.onRemoved(id);
      forget(id);
    },
    find,
    type: (id: string, alt: string) => {
      update(id, { alt });
      const { progress } = find(id) ?? {};
      if (progress?.status === 'done') current.current.uses.onTyped?.(progress.file, alt.trim());
    },
    describe,
  };
};

export type PictureUploads = ReturnType<typeof usePictureUploads>;
