"""What the verifiers environments of this project share. Only `chat` and `rubric` import `verifiers`."""
