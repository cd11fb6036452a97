/** `npm start`: serves the project that was built. See docs/operations/without-containers.md. */
import '../../src/settings/supported-node';
import { serve } from '../shared/serve';

void serve();
