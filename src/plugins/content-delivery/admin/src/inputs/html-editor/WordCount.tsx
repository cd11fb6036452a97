import { useEffect, useState } from 'react';
import { Typography } from '@strapi/design-system';
import { useText } from './text';
import { countWords } from './words';

/** The pause in typing before words are counted, in milliseconds. */
const PAUSE = 300;

/** How many words a reader will see. */
export const WordCount = ({ html }: { html: string }) => {
  const text = useText();
  const [count, setCount] = useState(() => countWords(html));
  useEffect(() => {
    const timer = setTimeout(() => setCount(countWords(html)), PAUSE);
    return () => clearTimeout(timer);
  }, [html]);
  return (
    <Typography variant="pi" textColor="neutral600" style={{ marginLeft: 'auto', whiteSpace: 'nowrap' }}>
      {text('words', { count })}
    </Typography>
  );
};
