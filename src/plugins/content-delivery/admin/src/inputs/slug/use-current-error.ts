import { useRef } from 'react';

/**
 * The error of the last save, as long as the field still says what was refused: Strapi keeps it until the next one.
 * @param value what the field says
 */
export const useCurrentError = (error: string | undefined, value: string): string | undefined => {
  const refused = useRef<{ error: string; value: string } | null>(null);
  if (error === undefined) refused.current = null;
  else if (refused.current?.error !== error) refused.current = { error, value };
  return refused.current?.value === value ? error : undefined;
};
