import { useEffect } from 'react';

/** Has the browser ask before the page is left while something is on its way that the form does not have: Strapi asks only where that has changed. */
export const useQuestionBeforeLeaving = (isUnderWay: boolean): void => {
  useEffect(() => {
    if (!isUnderWay) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnderWay]);
};
