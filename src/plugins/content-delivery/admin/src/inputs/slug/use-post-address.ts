import { useDebounce, useField } from '@strapi/strapi/admin';
import { useOpenEntry } from '../../edit-view/entry';
import { useGetPostAddressQuery } from '../../shared/api/queries';
import { useWebsiteOfForm } from '../../edit-view/use-relation';
import { shownSlug } from '../../shared/post-address';

type Text = string | null | undefined;

const TYPING_PAUSE_MS = 300;

/** The address that the form's post will get, requested again after a pause in typing its slug or title. */
export const usePostAddress = () => {
  const slug = useField<Text>('slug').value ?? '';
  const title = useField<Text>('title').value ?? '';
  const { website } = useWebsiteOfForm();
  const { documentId, isClone } = useOpenEntry();

  // The title counts only while there is no slug.
  const question = JSON.stringify({ slug, title: slug === '' ? title : '' });
  const asked = useDebounce(question, TYPING_PAUSE_MS) as string;
  const { data, currentData, isFetching, isError } = useGetPostAddressQuery(
    { ...(JSON.parse(asked) as object), website: website ?? '', post: isClone ? undefined : documentId },
    { skip: !website, refetchOnMountOrArgChange: true },
  );
  const suggested = title === '' ? '' : (data?.freeSlug ?? '');
  return {
    website,
    /** The newest answer, which may be to an earlier question; names and addresses of the website are right. */
    answer: website ? data : undefined,
    /** The answer for the form's current values. */
    current: asked === question && !isFetching ? currentData : undefined,
    isFetching,
    hasFailed: isError,
    /** What the field shows; while no slug is typed, what saving will make of the title. */
    shown: shownSlug(slug, website ? suggested : ''),
    isSuggested: slug === '',
  };
};
