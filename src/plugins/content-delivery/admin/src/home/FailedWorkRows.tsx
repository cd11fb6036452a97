import { Flex } from '@strapi/design-system';
import type { FailedWork } from '../../../contracts/home';
import { LINKS_ROUTE } from '../links/paths';
import { importPath, importsPath, pagesPath } from '../pseo/paths';
import { REPLACEMENTS_ROUTE } from '../replacements/paths';
import { useShortMoment } from '../shared/moments/use-moments';
import { useText } from '../shared/text';
import { webhooksPath } from '../shared/website-paths';
import { HomeRow } from './HomeRow';
import { HomeSection } from './HomeSection';

const pathOf = ({ work, website, pageImport }: FailedWork): string => {
  switch (work) {
    case 'pages':
      return pagesPath({ website: website?.documentId });
    case 'import':
      return pageImport === null ? importsPath() : importPath(pageImport);
    case 'webhook':
      return webhooksPath(website?.documentId ?? '');
    case 'replacement':
      return `/${REPLACEMENTS_ROUTE}`;
    case 'links':
      return `/${LINKS_ROUTE}`;
  }
};

/** Work that stopped with an error, and webhooks that are off; the reason stands where the link leads. */
export const FailedWorkRows = ({ failed }: { failed: readonly FailedWork[] }) => {
  const text = useText();
  const moment = useShortMoment();
  return (
    <HomeSection title={text('home.failed')}>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
        {failed.map((one) => (
          <HomeRow
            key={one.key}
            to={pathOf(one)}
            title={text(`home.failed.${one.work}`)}
            about={[(one.website ?? one.account)?.name, moment(one.at)].filter(Boolean).join(' · ')}
          />
        ))}
      </Flex>
    </HomeSection>
  );
};
