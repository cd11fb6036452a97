import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { FailedWork } from '../../../contracts/home';
import { importPath, importsPath, pagesPath } from '../pseo/paths';
import { useShortMoment } from '../shared/moments/use-short-moment';
import { useText } from '../shared/text';

const pathOf = ({ work, website, pageImport }: FailedWork): string => {
  if (work === 'pages') return pagesPath({ website: website.documentId });
  return pageImport === null ? importsPath() : importPath(pageImport);
};

/** Work on many pages that stopped with an error; the reason stands where the link leads. */
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
            key={`${one.work} ${one.website.documentId}`}
            tag="li"
            gap={3}
            justifyContent="space-between"
            wrap="wrap"
          >
            <Link tag={NavLink} to={pathOf(one)}>
              {text(`home.failed.${one.work}`)}
            </Link>
            <Typography variant="pi" textColor="neutral600">
              {`${one.website.name} · ${moment(one.at)}`}
            </Typography>
          </Flex>
        ))}
      </Flex>
    </Flex>
  );
};
