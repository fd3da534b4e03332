"""The lab: one or two virtual machines with real verbs (soft-RoCE), no hardware and no image to build."""
