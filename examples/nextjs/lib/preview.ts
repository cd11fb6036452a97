import 'server-only';
import { ContentDeliveryError } from 'content-delivery-client';
import { cookies, draftMode } from 'next/headers';

const COOKIE = 'preview-token';
/** Seconds. No preview link works for longer than 30 days. */
const LONGEST = 30 * 24 * 3_600;

/** The token of the preview that this visitor has opened; null for readers, whose pages stay as fast as files. */
const previewToken = async (): Promise<string | null> => {
  if (!(await draftMode()).isEnabled) return null;
  return (await cookies()).get(COOKIE)?.value ?? null;
};

/** From now on this visitor sees the draft that the token opens. */
export const beginPreview = async (token: string): Promise<void> => {
  (await draftMode()).enable();
  (await cookies()).set(COOKIE, token, {
    httpOnly: true,
    sameSite: 'lax',
    secure: process.env.NODE_ENV === 'production',
    path: '/',
    maxAge: LONGEST,
  });
};

/** Why a draft cannot be shown, such as that its template is broken; null for every other error. */
export const unshowable = (error: unknown): string | null =>
  error instanceof ContentDeliveryError && error.status === 422 ? error.message : null;

/** A draft; null for what the preview does not open, and for what cannot be shown at the moment: readers' version is shown then. */
export const draftOf = async <Draft>(
  read: (preview: string) => Promise<Draft | null>,
): Promise<Draft | null> => {
  const preview = await previewToken();
  if (preview === null) return null;
  try {
    return await read(preview);
  } catch (error) {
    if (unshowable(error) === null) throw error;
    return null;
  }
};

export const endPreview = async (): Promise<void> => {
  (await draftMode()).disable();
  (await cookies()).delete(COOKIE);
};
