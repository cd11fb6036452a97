import { createGlobalStyle } from 'styled-components';
import { POST } from '../../shared/uids';
import { useOpenEntry } from '../entry';
import { usePostState } from './use-post-state';

/** Strapi calls a post that waits for its date "Published" below its title. What readers see stands beside the form. */
export const HideStrapisStatus = () => {
  const { model, documentId } = useOpenEntry();
  return model === POST && documentId ? <OfPost documentId={documentId} /> : null;
};

const OfPost = ({ documentId }: { documentId: string }) => {
  const state = usePostState(documentId);
  return state?.waitsUntil ? <WithoutPublished /> : null;
};

const WithoutPublished = createGlobalStyle`
  main [role='status'][aria-label='published'] {
    display: none;
  }
`;
