//! A small forecaster of known kind, in place of the pretrained models of AssetOpsBench.
