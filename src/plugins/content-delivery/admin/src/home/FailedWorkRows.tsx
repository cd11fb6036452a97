import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { FailedWork } from '../../../contracts/home';
import { LINKS_ROUTE } from '../links/paths';
import { importPath, importsPath, pagesPath } from '../pseo/paths';
import { REPLACEMENTS_ROUTE } from '../replacements/paths';
import { useShortMoment } from '../shared/moments/use-short-moment';
import { useText } from '../shared/text';
import { webhooksPath } from '../shared/website-paths';

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
    <Flex tag="section" aria-labelledby="home-failed" direction="column" alignItems="stretch" gap={1}>
      <Typography id="home-failed" tag="h3" variant="delta">
        {text('home.failed')}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
        {failed.map((one) => (
          <Flex
            key={`${one.work} ${(one.website ?? one.account)?.documentId}`}
            tag="li"
            gap={3}
            justifyContent="space-between"
            wrap="wrap"
          >
            <Link tag={NavLink} to={pathOf(one)}>
              {text(`home.failed.${one.work}`)}
            </Link>
            <Typography variant="pi" textColor="neutral600">
              {[(one.website ?? one.account)?.name, moment(one.at)].filter(Boolean).join(' · ')}
            </Typography>
          </Flex>
        ))}
      </Flex>
    </Flex>
  );
};
