import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import { contentManager } from '../shared/content-manager';
import { useText } from '../shared/text';

const STEPS = ['website', 'post', 'connect'] as const;

interface Props {
  mayAddWebsite: boolean;
  /** In a box of the home page, which has a height of its own: all steps are in sight. */
  isBoxed?: boolean;
}

/** What is shown while there is no website: the whole way to the first article, and its first step. */
export const FirstSteps = ({ mayAddWebsite, isBoxed = false }: Props) => {
  const text = useText();
  return (
    <Flex direction="column" alignItems="flex-start" gap={isBoxed ? 4 : 6}>
      <Flex direction="column" alignItems="flex-start" gap={2}>
        <Typography variant="beta" tag="h2">
          {text('first-steps.title')}
        </Typography>
        {!(isBoxed && mayAddWebsite) && (
          <Typography textColor="neutral600">
            {text(mayAddWebsite ? 'first-steps.about' : 'first-steps.none-listed')}
          </Typography>
        )}
      </Flex>
      {mayAddWebsite ? (
        <LinkButton
          tag={NavLink}
          to={contentManager.newWebsite}
          startIcon={<Plus />}
          size={isBoxed ? 'S' : 'L'}
        >
          {text('websites.add')}
        </LinkButton>
      ) : (
        <Typography>{text('first-steps.not-allowed')}</Typography>
      )}
      <Flex tag="ol" direction="column" alignItems="stretch" gap={isBoxed ? 3 : 4}>
        {STEPS.map((step, index) => (
          <Flex tag="li" key={step} gap={4} alignItems="flex-start">
            <Flex
              aria-hidden
              background="primary100"
              borderColor="primary200"
              justifyContent="center"
              shrink={0}
              width="3.2rem"
              height="3.2rem"
              borderRadius="50%"
            >
              <Typography fontWeight="bold" textColor="primary700">
                {index + 1}
              </Typography>
            </Flex>
            <Flex direction="column" alignItems="flex-start" gap={1}>
              <Typography variant="delta" tag="h3">
                {text(`first-steps.${step}.title`)}
              </Typography>
              <Typography textColor="neutral600">{text(`first-steps.${step}.about`)}</Typography>
            </Flex>
          </Flex>
        ))}
      </Flex>
    </Flex>
  );
};
