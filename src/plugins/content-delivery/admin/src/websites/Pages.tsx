import { Flex, IconButton, Typography } from '@strapi/design-system';
import { ChevronLeft, ChevronRight } from '@strapi/icons';
import { useText } from '../shared/text';

interface PagesProps {
  page: number;
  pageCount: number;
  onChange(page: number): void;
}

/** Goes through a long list page by page. */
export const Pages = ({ page, pageCount, onChange }: PagesProps) => {
  const text = useText();
  return (
    <Flex tag="nav" aria-label={text('websites.pages')} justifyContent="center" gap={4}>
      <IconButton
        label={text('websites.previous-page')}
        disabled={page === 1}
        onClick={() => onChange(page - 1)}
      >
        <ChevronLeft />
      </IconButton>
      <Typography aria-live="polite">{text('websites.page', { page, pageCount })}</Typography>
      <IconButton
        label={text('websites.next-page')}
        disabled={page === pageCount}
        onClick={() => onChange(page + 1)}
      >
        <ChevronRight />
      </IconButton>
    </Flex>
  );
};
