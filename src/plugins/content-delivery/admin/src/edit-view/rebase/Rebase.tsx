import { useRebase } from './use-rebase';

/** In every form of the content manager. It shows nothing itself. */
export const Rebase = () => {
  useRebase();
  return null;
};
