import { useState } from 'react';

/** Whether what can be typed or chosen differs from what it was at first. @param values in the same order each time */
export const useHasChanged = (...values: unknown[]): boolean => {
  const now = JSON.stringify(values);
  const [atFirst] = useState(now);
  return now !== atFirst;
};
