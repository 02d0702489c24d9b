"""`python bridge COMMAND`: the bridge without installing it."""

import sys

from agentdojo_bridge.command import main

sys.exit(main())
