import { siteMap } from '@/lib/sitemap';
import { notFoundResponse, textResponse } from '@/lib/text-response';

/** A part of a sitemap that is too long for one file. */
export const GET = async (
  _request: Request,
  { params }: { params: Promise<{ part: string }> },
): Promise<Response> => {
  const { part } = await params;
  const { files } = await siteMap();
  const file = /^[1-9]\d*$/.test(part) ? files[Number(part) - 1] : undefined;
  return file === undefined ? notFoundResponse() : textResponse('application/xml', file);
};
