import { redirect } from 'next/navigation';
import { endPreview } from '@/lib/preview';

/** Back to what readers see. A form leads here and no link, which a browser might open ahead of a click. */
export const POST = async (): Promise<Response> => {
  await endPreview();
  redirect('/blog');
};
