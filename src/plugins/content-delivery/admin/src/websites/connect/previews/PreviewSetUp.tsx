import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import type { WebsiteOverview } from '../../../../../contracts/websites';
import { contentManager } from '../../../shared/content-manager';
import { useCopy } from '../../../shared/copy';
import { Notice } from '../../../shared/Notice';
import { Section } from '../../../shared/Section';
import { useText } from '../../../shared/text';
import { Snippet } from '../Snippet';
import { NEXT_READ, NEXT_ROUTE, previewAddressFor } from './snippets';
import { TryPreview } from './TryPreview';

interface Props {
  website: WebsiteOverview;
  mayReveal: boolean;
}

/** What a website needs to show drafts to editors: an address, code for it, and a try. */
export const PreviewSetUp = ({ website, mayReveal }: Props) => {
  const text = useText();
  const copy = useCopy();
  const address = website.previewUrl ?? previewAddressFor(website.url ?? 'https://www.example.com');
  const copied = text('connect.copied');
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Section title={text('connect.preview.code.title')} about={text('connect.preview.code.about')}>
        <Snippet
          title={text('connect.preview.route')}
          code={NEXT_ROUTE}
          onCopy={() => void copy(NEXT_ROUTE, copied)}
        />
        <Snippet
          title={text('connect.preview.read')}
          code={NEXT_READ}
          onCopy={() => void copy(NEXT_READ, copied)}
        />
        <Typography textColor="neutral600">{text('connect.preview.others')}</Typography>
      </Section>
      <Section title={text('connect.preview.address.title')} about={text('connect.preview.address.about')}>
        <Snippet
          title={text(
            website.previewUrl === null ? 'connect.preview.address.example' : 'connect.preview.address.now',
          )}
          code={address}
          onCopy={() => void copy(address, copied)}
        />
        <Flex>
          <LinkButton
            tag={NavLink}
            to={contentManager.website(website.documentId)}
            variant="secondary"
            startIcon={<Pencil />}
          >
            {text('connect.preview.address.enter')}
          </LinkButton>
        </Flex>
        <Notice tone="info">{text('connect.preview.safety')}</Notice>
      </Section>
      <Section title={text('connect.preview.try.title')} about={text('connect.preview.try.about')}>
        <TryPreview website={website} mayReveal={mayReveal} />
      </Section>
    </Flex>
  );
};
