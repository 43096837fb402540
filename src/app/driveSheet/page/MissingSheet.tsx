import { ButtonLink } from '../../ui/forms/Button';
import { EmptyState } from '../../ui/layout/EmptyState';
import { PageHeading } from '../../ui/layout/PageHeading';
import { Centre } from '../../ui/layout/spacing';
import { Unseen } from '../../ui/display/text';
import { paths } from '../../paths';

/** Replaces the sheet if it does not exist or belongs to another account. */
export const MissingSheet = () => (
  <Centre>
    <Unseen>
      <PageHeading>Spreadsheet</PageHeading>
    </Unseen>
    <EmptyState
      icon="lock"
      title="You do not have access to this sheet."
      lead="It belongs to another account, or it has been deleted."
    >
      <ButtonLink look="primary" to={paths.projects}>
        Back to projects
      </ButtonLink>
    </EmptyState>
  </Centre>
);
